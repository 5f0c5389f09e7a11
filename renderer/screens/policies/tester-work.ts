/** The test of a session and its result; kept while its tab is hidden. */
import type { PolicySubject, PolicyTest } from '../../../shared/vault/policy-effect.ts';
import { policyNameOnServer } from '../../../shared/vault/policy-draft.ts';
import { perSession } from '../../api/per-session.ts';
import { Store } from '../../api/store.ts';

export type Whose = PolicySubject['kind'];

export interface TesterWork {
  readonly whose: Whose;
  readonly accessor: string;
  /** As typed, separated by commas. */
  readonly policies: string;
  readonly path: string;
  /** Undefined: not tested since the last change above. */
  readonly result: PolicyTest | undefined;
  /** The policy whose name was filled in above. */
  readonly filledFor: string | undefined;
}

/** The tests of a session. */
export const testerWorkOf = perSession(
  () =>
    new Store<TesterWork>({
      whose: 'self',
      accessor: '',
      policies: '',
      path: '',
      result: undefined,
      filledFor: undefined,
    }),
);

/** Fills in the policy in front, else this token, once per change of it. */
export function fillIn(work: Store<TesterWork>, policy: string): void {
  if (work.snapshot().filledFor === policy) return;
  const by: Partial<TesterWork> = policy === '' ? { whose: 'self' } : { whose: 'policies', policies: policy };
  work.change({ ...by, filledFor: policy, result: undefined });
}

/** The policy names in a text. */
export function namesIn(text: string): readonly string[] {
  const names = text.split(/[\s,;]+/).map(policyNameOnServer);
  return [...new Set(names.filter((name) => name !== ''))];
}

/** The subject of the test; undefined: input is missing. */
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
