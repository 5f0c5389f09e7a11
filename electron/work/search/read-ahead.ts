/** Work begun ahead of its turn: so much of it, and no more. */

export interface ReadAhead {
  /** Begins work once there is room; `waits` is called before. Its rejections are its own business. */
  readonly add: (work: () => Promise<void>, waits: () => void) => Promise<void>;
  /** Resolves once all work has ended. */
  readonly done: () => Promise<void>;
}

/** Makes it for `most` pieces of work at a time. */
export function createReadAhead(most: number): ReadAhead {
  let underWay = 0;
  let turns: (() => void)[] = [];
  const ended = (): void => {
    underWay--;
    const woken = turns;
    turns = [];
    for (const wake of woken) wake();
  };
  const turn = (): Promise<void> => new Promise((resolve) => turns.push(resolve));
  return {
    add: async (work, waits) => {
      while (underWay >= most) await turn();
      underWay++;
      waits();
      void work().finally(ended);
    },
    done: async () => {
      while (underWay > 0) await turn();
    },
  };
}
