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
  /** Ends the grants that match; false: there are none. */
  readonly endWhere: (matches: (grant: StoredGrant<Rule>) => boolean) => boolean;
  readonly past: () => readonly PastRequest[];
  readonly note: (request: Omit<PastRequest, 'at'>) => void;
}

/** Most grants; the oldest goes first. */
const mostGrants = 200;

export interface RecordParts<Rule> {
  /** Called after each change. */
  readonly changed: () => void;
  /** Called with each request that has ended. */
  readonly noted: (request: PastRequest) => void;
  /** Ends grants besides their time. */
  readonly isOver: (rule: Rule) => boolean;
}

/** Makes the memory, empty. */
export function createProgramRecord<Rule>({
  changed,
  noted,
  isOver,
}: RecordParts<Rule>): ProgramRecord<Rule> {
  let grants: readonly StoredGrant<Rule>[] = [];
  let past: readonly PastRequest[] = [];
  const live = (): readonly StoredGrant<Rule>[] => {
    const now = new Date().toISOString();
    grants = grants.filter(({ view: { until }, rule }) => (until === null || until > now) && !isOver(rule));
    return grants;
  };
  const endWhere = (matches: (grant: StoredGrant<Rule>) => boolean): boolean => {
    const left = live().filter((grant) => !matches(grant));
    const found = left.length < grants.length;
    grants = left;
    if (found) changed();
    return found;
  };
  return {
    grants: live,
    add: (view, rule) => {
      const grant = { view: { ...view, id: randomUUID(), givenAt: new Date().toISOString() }, rule };
      grants = [...live(), grant].slice(-mostGrants);
      changed();
    },
    revoke: (id) => endWhere(({ view }) => view.id === id),
    revokeAll: () => void endWhere(() => true),
    endWhere,
    past: () => past,
    note: (request) => {
      const ended = { at: new Date().toISOString(), ...request };
      past = [ended, ...past].slice(0, mostPastRequests);
      noted(ended);
      changed();
    },
  };
}
