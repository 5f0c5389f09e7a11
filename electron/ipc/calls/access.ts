/** `mount.*`, `identity.*`, `lease.*` of operators: mounts, identities and leases. */
import * as z from 'zod/mini';
import type { IdentityDraft } from '../../../shared/vault/identity.ts';
import type { MountTuning, NewMount } from '../../../shared/vault/mount-table.ts';
import { findIdentity, merge, removeIdentity, saveIdentity } from '../../core/administration/identity.ts';
import { leaseFolder, renewOne, revokeOne, revokePrefix } from '../../core/administration/leases.ts';
import { disable, enable, mountTable, move, tune, upgrade } from '../../core/administration/mounts.ts';
import type { Session } from '../../core/session/session.ts';
import type { Services } from '../../services/services.ts';
import { listIdentities, readIdentity } from '../../vault/api/identity.ts';
import { readLease } from '../../vault/api/leases.ts';
import { moveState } from '../../vault/api/mounts.ts';
import { refuseLimitedUse } from '../../work/jobs.ts';
import { confirmLeaseRevocations, leaseRevocations } from '../../work/lease-revocations.ts';
import { read, write } from '../presets.ts';
import { exactly } from '../same-shape.ts';
import { changingMounts, shownBelow } from './mount-sessions.ts';
import { durationText, id, maybe, pathText, shortText } from './fields.ts';
import { incrementSeconds } from './service-fields.ts';

const kind = z.enum(['secret', 'auth']);
const mountAt = z.string().check(z.minLength(1), z.maxLength(1024));
const longName = z.string().check(z.maxLength(1024));
const names = z.array(longName).check(z.maxLength(200));
const ids = z.array(shortText).check(z.maxLength(1000));
const tuning = exactly<MountTuning>()(
  z.strictObject({
    description: z.string().check(z.maxLength(4096)),
    defaultTtl: durationText,
    maxTtl: durationText,
    listed: z.boolean(),
    tokenType: shortText,
    auditRequestKeys: names,
    auditResponseKeys: names,
    requestHeaders: names,
    responseHeaders: names,
  }),
);
const newMount = exactly<NewMount>()(
  z.strictObject({
    path: mountAt,
    type: shortText,
    tuning,
    kvVersion: z.enum(['', '1', '2']),
    local: z.boolean(),
    sealWrap: z.boolean(),
  }),
);
const identityKind = z.enum(['entity', 'group', 'entity-alias', 'group-alias']);
const draft = exactly<IdentityDraft>()(
  z.strictObject({
    kind: identityKind,
    name: longName,
    policies: names,
    metadata: z.record(longName, longName),
    disabled: z.boolean(),
    groupType: z.enum(['', 'internal', 'external']),
    memberEntityIds: ids,
    memberGroupIds: ids,
    canonicalId: shortText,
    mountAccessor: shortText,
  }),
);
const leaseId = z.string().check(z.minLength(1), z.maxLength(4096));

export const accessCalls = [
  read('mount.table', { kind }, (session, input, { signal }) => mountTable(session, input.kind, signal)),
  write(
    'mount.enable',
    'Enable a secrets engine or auth method',
    { kind, mount: newMount },
    (session, { kind: of, mount }, { services, signal }) =>
      changingMounts(services, session, () => enable(session, of, mount, signal)),
    { maxBytes: 2 * 1024 * 1024 },
  ),
  write(
    'mount.tune',
    'Change the settings of a mount',
    { kind, path: mountAt, before: tuning, tuning },
    (session, { sessionId: _, ...change }, { services, signal }) =>
      changingMounts(services, session, () => tune(session, change, signal)),
    { maxBytes: 4 * 1024 * 1024 },
  ),
  write(
    'mount.move',
    'Move a mount',
    { kind, path: mountAt, to: mountAt },
    (session, { sessionId: _, ...change }, { services, signal }) =>
      changingMounts(services, session, () => move(session, change, signal)),
  ),
  read('mount.moveState', { migrationId: id }, async (session, { migrationId }, { signal }) => ({
    state: await session.run((caller) => moveState(caller, migrationId), signal),
  })),
  write(
    'mount.disable',
    'Disable a mount',
    { kind, path: mountAt },
    (session, { kind: of, path }, { services, signal }) =>
      changingMounts(services, session, () =>
        disable(
          session,
          of,
          path,
          (mount) => (of === 'auth' ? [] : shownBelow(services, session, mount)),
          signal,
        ),
      ),
  ),
  write(
    'mount.upgrade',
    'Upgrade KV to version 2',
    { path: mountAt },
    (session, { path }, { services, signal }) =>
      changingMounts(services, session, () => upgrade(session, path, signal)),
  ),
  read('identity.list', { kind: identityKind }, (session, input, { signal }) =>
    session.run((caller) => listIdentities(caller, input.kind), signal),
  ),
  read('identity.read', { kind: identityKind, id: shortText }, (session, input, { signal }) =>
    session.run((caller) => readIdentity(caller, input.kind, input.id), signal),
  ),
  read(
    'identity.find',
    {
      kind: z.enum(['entity', 'group']),
      by: z.enum(['name', 'id', 'alias', 'accessor']),
      text: z.string().check(z.minLength(1), z.maxLength(1024)),
      mountAccessor: shortText,
    },
    (session, { sessionId: _, ...whom }, { signal }) => findIdentity(session, whom, signal),
  ),
  write(
    'identity.save',
    'Save an entity, a group or an alias',
    { id: maybe(shortText), draft },
    saveIdentity,
    { maxBytes: 4 * 1024 * 1024 },
  ),
  write(
    'identity.delete',
    'Delete an entity, a group or an alias',
    { kind: identityKind, id: shortText },
    removeIdentity,
  ),
  write(
    'identity.merge',
    'Merge entities',
    { from: z.array(shortText).check(z.minLength(1), z.maxLength(100)), into: shortText },
    merge,
  ),
  read('lease.list', { prefix: pathText }, leaseFolder),
  read('lease.read', { leaseId }, (session, input, { signal }) =>
    session.run((caller) => readLease(caller, input.leaseId), signal),
  ),
  write('lease.renew', 'Renew a lease', { leaseId, incrementSeconds: maybe(incrementSeconds) }, renewOne),
  write('lease.revoke', 'Revoke a lease', { leaseId }, revokeOne),
  // Ten thousand IDs of a usual length.
  write(
    'lease.revokeMany',
    'Revoke several leases',
    { leaseIds: z.array(leaseId).check(z.minLength(1), z.maxLength(10_000)) },
    (session, input, { services: { jobs, emit }, signal }) =>
      revokeMany({ jobs, emit }, session, input.leaseIds, signal),
    { maxBytes: 4 * 1024 * 1024 },
  ),
  write(
    'lease.revokePrefix',
    'Revoke all leases below a prefix',
    { prefix: pathText, force: z.boolean() },
    revokePrefix,
  ),
] as const;

async function revokeMany(
  { jobs, emit }: Pick<Services, 'jobs' | 'emit'>,
  session: Session,
  given: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly jobId: string }> {
  refuseLimitedUse(session.limitedUse, 'revoking many leases', 'lease');
  const leaseIds = [...new Set(given)];
  const confirmed = await confirmLeaseRevocations(session, leaseIds, signal);
  const jobId = jobs.startRows(
    session.sessionId,
    (batch) => emit('lease.revoked', batch),
    leaseRevocations(session, leaseIds, confirmed),
  );
  return { jobId };
}
