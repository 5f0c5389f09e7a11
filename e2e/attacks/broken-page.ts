/** A page under an attacker's control: any call with any input, and a record of everything that comes back. */
import type { Page } from '@playwright/test';
import { newCallId } from '../steps/bridge-calls.ts';

/** Fields whose ids the page learns from results and reuses. */
const learnt =
  /\\?"(sessionId|entryId|answerId|secretRef|jobId|fileId|draftId|generatedId|profileId|accessor|nonce|valueRef|watchId)\\?":\\?"([^"\\]{1,200})\\?"/g;
/** Ids remembered per field name. */
const REMEMBERED = 12;

export interface BrokenPage {
  /** Starts calls, all at once. */
  readonly begin: (calls: readonly (readonly [name: string, input: unknown])[]) => Promise<void>;
  /** Number of calls without a result yet. */
  readonly pending: () => Promise<number>;
  /** Everything that reached the page since the last call of this, results and events, as JSON. */
  readonly heard: () => Promise<string>;
  /** Ids by field name. */
  readonly ids: Readonly<Record<string, string[]>>;
  /** Replaces `@name` in an input with ids that the page knows. */
  readonly filled: (input: unknown, pick: number) => unknown;
}

/** Takes a page over, and each page that replaces it. */
export function takeOver(page: Page): BrokenPage {
  const ids: Record<string, string[]> = {};

  async function heard(): Promise<string> {
    const text = await inside(page, () => {
      const { strongroomTaken: taken } = window as unknown as { strongroomTaken?: { heard: string[] } };
      return taken?.heard.splice(0).join('\n') ?? '';
    });
    for (const [, name = '', id = ''] of text?.matchAll(learnt) ?? []) {
      const known = (ids[name] ??= []);
      if (known.includes(id)) continue;
      known.push(id);
      if (known.length > REMEMBERED) known.shift();
    }
    return text ?? '';
  }

  return {
    ids,
    heard,
    begin: async (calls) => {
      await inside(
        page,
        begin,
        calls.map(([name, input]) => [name, input, newCallId()] as const),
      );
    },
    pending: async () =>
      (await inside(page, () => {
        const { strongroomTaken: taken } = window as unknown as { strongroomTaken?: { pending: number } };
        return taken?.pending ?? 0;
      })) ?? 0,
    filled: (input, pick) => fill(input, ids, pick),
  };
}

/** Runs `act` in the page; undefined if the page went away meanwhile. */
async function inside<A, R>(page: Page, act: (given: A) => R, given?: A): Promise<Awaited<R> | undefined> {
  try {
    const done: unknown = await page.evaluate(act as (given: unknown) => R, given);
    return done as Awaited<R>;
  } catch (error) {
    if (
      error instanceof Error &&
      /context was destroyed|navigat|Target (?:page|crashed)|has been closed/.test(error.message)
    )
      return undefined;
    throw error;
  }
}

/** Runs in the page. */
function begin(calls: readonly (readonly [name: string, input: unknown, callId: number])[]): void {
  const own = window as unknown as {
    strongroom: Record<'call' | 'on', (...args: unknown[]) => unknown>;
    strongroomTaken?: { pending: number; heard: string[] };
  };
  const said = (value: unknown): string => {
    try {
      return typeof value === 'string' ? value : JSON.stringify(value);
    } catch (error) {
      return String(error);
    }
  };
  if (own.strongroomTaken === undefined) {
    const fresh = { pending: 0, heard: [] as string[] };
    own.strongroomTaken = fresh;
    own.strongroom.on((_name: unknown, payload: unknown) => fresh.heard.push(said(payload)));
  }
  const taken = own.strongroomTaken;
  for (const [name, input, callId] of calls) {
    taken.pending++;
    void (async () => {
      try {
        taken.heard.push(said(await own.strongroom.call(name, input, callId)));
      } catch (error) {
        taken.heard.push(`threw ${String(error)}`);
      }
      taken.pending--;
    })();
  }
}

function fill(input: unknown, ids: Readonly<Record<string, readonly string[]>>, pick: number): unknown {
  if (typeof input === 'string') {
    const known = input.startsWith('@') ? (ids[input.slice(1)] ?? []) : undefined;
    if (known === undefined) return input;
    return known[pick % Math.max(1, known.length)] ?? 'none';
  }
  if (Array.isArray(input)) return input.map((each: unknown) => fill(each, ids, pick));
  if (typeof input !== 'object' || input === null) return input;
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, fill(value, ids, pick)]));
}
