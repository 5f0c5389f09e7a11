/** What is being tested in a session, and what came of it; kept while its tab is behind others. */
import type { PolicySubject, PolicyTest } from '../../../shared/vault/policy-effect.ts';
import { policyNameOnServer } from '../../../shared/vault/policy-draft.ts';
import { perSession } from '../../api/per-session.ts';
import { Store } from '../../api/store.ts';

export type Whose = PolicySubject['kind'];

export interface TesterWork {
  readonly whose: Whose;
  readonly accessor: string;
  /** As typed, between commas. */
  readonly policies: string;
  readonly path: string;
  /** Undefined: nothing was tested since something above was changed. */
  readonly result: PolicyTest | undefined;
  /** The policy that the names above were filled in for. */
  readonly filledFor: string | undefined;
}

/** The tests of a session. */
export const testerWorkOf = perSession(
  () =>
    new Store<TesterWork>({
      ...{ whose: 'self', accessor: '', policies: '', path: '', result: undefined, filledFor: undefined },
    }),
);

/** Fills in the policy that is in front, else this token, once each time that is another one. */
export function fillIn(work: Store<TesterWork>, policy: string): void {
  if (work.snapshot().filledFor === policy) return;
  const by: Partial<TesterWork> = policy === '' ? { whose: 'self' } : { whose: 'policies', policies: policy };
  work.change({ ...by, filledFor: policy, result: undefined });
}

/** The names in a text. */
export function namesIn(text: string): readonly string[] {
  const names = text.split(/[\s,;]+/).map(policyNameOnServer);
  return [...new Set(names.filter((name) => name !== ''))];
}

/** Whose rights are asked about; undefined: something is missing. */
export function subjectOf({ whose, accessor, policies }: TesterWork): PolicySubject | undefined {
  switch (whose) {
    case 'self':
      return { kind: 'self' };
    case 'accessor':
      return accessor.trim() === '' ? undefined : { kind: 'accessor', accessor: accessor.trim() };
    case 'policies': {
      const names = namesIn(policies);
      return names.length === 0 ? undefined : { kind: 'policies', names };
    }
  }
}
