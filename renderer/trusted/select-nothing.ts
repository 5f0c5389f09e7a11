/**
 * Keeps what is masked from being selected: X11 hands every selection to all programs, that of a password field too. What
 * people select there for is to replace it: "select all" is drawn instead, and the next thing typed takes its place.
 */

export type EntryInput = HTMLInputElement | HTMLTextAreaElement;

export interface NoSelection {
  /** Empties the field where all of it stands for replacing. */
  readonly makeRoom: () => void;
}

/** Guards the field inside `box`; `masked` answers the field while it is masked. */
export function selectNothing(box: HTMLElement, masked: () => EntryInput | undefined): NoSelection {
  let all: EntryInput | undefined;
  const mark = (input: EntryInput | undefined): void => {
    all?.removeAttribute('data-all');
    all = input?.value === '' ? undefined : input;
    all?.setAttribute('data-all', '');
  };
  const makeRoom = (): void => {
    if (all !== undefined) all.value = '';
    mark(undefined);
  };
  box.addEventListener('selectstart', (event) => {
    if (masked() !== undefined) event.preventDefault();
  });
  box.addEventListener('mousedown', (event) => {
    // The second click of a double one selects without asking.
    const input = masked();
    const inside = input !== undefined && event.target === input;
    const again = inside && event.detail > 1;
    if (again || (inside && event.shiftKey)) event.preventDefault();
    mark(again ? input : undefined);
  });
  box.addEventListener('keydown', (event) => {
    const input = masked();
    if (input === undefined || event.target !== input) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
      event.preventDefault();
      mark(input);
    } else if (/^(?:Arrow|Home|End|Page)/.test(event.key)) {
      if (event.shiftKey) event.preventDefault();
      mark(undefined);
    }
  });
  box.addEventListener('beforeinput', makeRoom);
  box.addEventListener('focusout', () => mark(undefined));
  return { makeRoom };
}
