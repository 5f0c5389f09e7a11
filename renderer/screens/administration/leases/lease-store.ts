import { revokeLeasesJob } from '../../../api/access.ts';
import { perSession } from '../../../api/per-session.ts';
import { Store } from '../../../api/store.ts';
import { Revocation } from '../../../parts/plan/revocation.ts';
import type { Selected } from '../../../parts/plan/revocation.ts';

/** The selected leases of a session and their revocation; created on first access. */
export const leasesOf = perSession(
  (sessionId) =>
    new Revocation<'lease.revoked'>({
      store: new Store<Selected>({ selected: new Set(), revoking: undefined }),
      jobOf: (leaseIds) => revokeLeasesJob(sessionId, leaseIds),
      rowsOf: ({ rows }) => rows.map(({ leaseId, ...row }) => ({ id: leaseId, ...row })),
    }),
  (store) => store.close(),
);
