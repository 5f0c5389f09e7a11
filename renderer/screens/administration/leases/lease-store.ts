/** Selected leases, and a revocation of them. Lives outside React and continues while another tab is in front. */
import { revokeLeasesJob } from '../../../api/access.ts';
import { perSession } from '../../../api/per-session.ts';
import { Store } from '../../../api/store.ts';
import { Revocation } from '../../../parts/plan/revocation.ts';
import type { Revoking } from '../../../parts/plan/revocation.ts';

export interface LeaseState {
  /** Lease IDs. */
  readonly selected: ReadonlySet<string>;
  readonly revoking: Revoking | undefined;
}

export class LeaseStore {
  readonly #sessionId: string;
  readonly #store = new Store<LeaseState>({ selected: new Set(), revoking: undefined });
  readonly #revocation = new Revocation<'lease.revoked'>({
    rowsOf: ({ rows }) => rows.map(({ leaseId, ...row }) => ({ id: leaseId, ...row })),
    changed: (revoking) => this.#store.change({ revoking }),
    gone: (leaseIds) => {
      const left = [...this.snapshot().selected].filter((leaseId) => !leaseIds.has(leaseId));
      this.select(new Set(left));
    },
  });
  readonly subscribe = this.#store.subscribe;
  readonly snapshot = this.#store.snapshot;

  constructor(sessionId: string) {
    this.#sessionId = sessionId;
  }

  select(selected: ReadonlySet<string>): void {
    this.#store.change({ selected });
  }

  toggle(leaseId: string): void {
    const next = new Set(this.snapshot().selected);
    if (!next.delete(leaseId)) next.add(leaseId);
    this.select(next);
  }

  /** Revokes, once the user has confirmed it; leases that failed stay selected. */
  revoke(leaseIds: readonly string[]): Promise<void> {
    return this.#revocation.run(revokeLeasesJob(this.#sessionId, leaseIds), leaseIds.length);
  }

  cancelRevoke(): Promise<void> {
    return this.#revocation.cancel();
  }

  dismissResult(): void {
    this.#revocation.dismiss();
  }

  /** Forgets everything and stops a running revocation. */
  close(): void {
    this.#revocation.drop();
    this.select(new Set());
  }
}

/** The lease store of a session; created on first access. */
export const leasesOf = perSession(
  (sessionId) => new LeaseStore(sessionId),
  (store) => store.close(),
);
