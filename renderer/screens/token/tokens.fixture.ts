/** Tokens as main describes them. */
import type { JobEnd } from '../../../shared/ipc/contract.ts';
import type { AccessorRow, TokenInspection } from '../../../shared/vault/token-work.ts';
import { sampleToken } from '../../fixtures/session.fixture.ts';
import { toldAtLogin } from './token-notes.ts';
import type { LookedUp } from './token-notes.ts';

/** A token as a look-up returns it: half of its hour is left. */
export function lookedUp(change: Partial<LookedUp> = {}): LookedUp {
  const nowMs = Date.now();
  return {
    ...toldAtLogin(sampleToken),
    issueTime: new Date(nowMs - 1_800_000).toISOString(),
    lookedUpAt: new Date(nowMs).toISOString(),
    ttlSeconds: 1800,
    expireTime: new Date(nowMs + 1_800_000).toISOString(),
    ...change,
  };
}

export function inspection(change: Partial<TokenInspection> = {}): TokenInspection {
  return { ...lookedUp(), raw: '{\n  "data": {"id": "••••"}\n}', ...change };
}

/** A row of the table. */
export function accessorRow(accessor: string, change: Partial<LookedUp> = {}): AccessorRow {
  return { accessor, token: lookedUp({ accessor, displayName: `token-${accessor}`, ...change }) };
}

export function jobEnd(jobId: string, change: Partial<JobEnd> = {}): JobEnd {
  return { jobId, outcome: 'done', foldersRead: 0, namesSeen: 0, unread: [], unreadCount: 0, ...change };
}
