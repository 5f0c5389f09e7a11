/** Memory of what programs asked and were given. All of it ends with the app, and every grant with a lock. */
import { randomUUID } from 'node:crypto';
import { mostPastRequests } from '../../../shared/vault/programs.ts';
import type { PastRequest, ProgramGrant } from '../../../shared/vault/programs.ts';

/** A remembered yes, and its rule. */
export interface StoredGrant<Rule> {
  readonly view: ProgramGrant;
  readonly rule: Rule;
}

export interface ProgramRecord<Rule> {
  readonly grants: () => readonly StoredGrant<Rule>[];
  readonly add: (view: Omit<ProgramGrant, 'id' | 'givenAt'>, rule: Rule) => void;
  /** False: there is no such grant. */
  readonly revoke: (id: string) => boolean;
  readonly revokeAll: () => void;
  readonly past: () => readonly PastRequest[];
  readonly note: (request: Omit<PastRequest, 'at'>) => void;
}

/** Most grants; the oldest goes first. */
const mostGrants = 200;

/** Makes the memory, empty; `changed` is called after each change, `noted` with each request that has ended. */
export function createProgramRecord<Rule>(
  changed: () => void,
  noted: (request: PastRequest) => void,
): ProgramRecord<Rule> {
  let grants: readonly StoredGrant<Rule>[] = [];
  let past: readonly PastRequest[] = [];
  const live = (): readonly StoredGrant<Rule>[] => {
    const now = new Date().toISOString();
    grants = grants.filter(({ view: { until } }) => until === null || until > now);
    return grants;
  };
  return {
    grants: live,
    add: (view, rule) => {
      const grant = { view: { ...view, id: randomUUID(), givenAt: new Date().toISOString() }, rule };
      grants = [...live(), grant].slice(-mostGrants);
      changed();
    },
    revoke: (id) => {
      const left = live().filter(({ view }) => view.id !== id);
      const found = left.length < grants.length;
      grants = left;
      if (found) changed();
      return found;
    },
    revokeAll: () => {
      if (grants.length === 0) return;
      grants = [];
      changed();
    },
    past: () => past,
    note: (request) => {
      const ended = { at: new Date().toISOString(), ...request };
      past = [ended, ...past].slice(0, mostPastRequests);
      noted(ended);
      changed();
    },
  };
}
