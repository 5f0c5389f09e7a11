/** Requests of a session's console: in memory until it ends, without values. Responses are stored answers. */
import type { ConsoleHistoryLine } from '../../../shared/vault/console.ts';
import { redactExactly } from '../../../shared/vault/redact.ts';

const MOST = 200;

export interface ConsoleHistory<Owner extends object> {
  readonly of: (owner: Owner) => readonly ConsoleHistoryLine[];
  /** Adds a line; `credentials` are redacted in its path. */
  readonly note: (owner: Owner, line: ConsoleHistoryLine, credentials: readonly string[]) => void;
}

/** Makes an empty history for all sessions. */
export function createConsoleHistory<Owner extends object>(): ConsoleHistory<Owner> {
  const lines = new WeakMap<Owner, ConsoleHistoryLine[]>();
  return {
    of: (owner) => [...(lines.get(owner) ?? [])],
    note: (owner, line, credentials) => {
      const clean = { ...line, path: redactExactly(line.path, credentials) };
      lines.set(owner, [clean, ...(lines.get(owner) ?? [])].slice(0, MOST));
    },
  };
}
