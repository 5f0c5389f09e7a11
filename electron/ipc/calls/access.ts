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
import { call } from '../call.ts';
import { readsOfSession, writesOfSession } from '../presets.ts';
import { exactly } from '../same-shape.ts';
import { changingMounts, shownBelow } from './mount-sessions.ts';
import { durationText, id, inSession, maybe, pathText, shortText } from './fields.ts';
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
  call('mount.table', {
    ...readsOfSession,
    input: z.strictObject({ ...inSession, kind }),
    run: (session, input, { signal }) => mountTable(session, input.kind, signal),
  }),
  call('mount.enable', {
    ...writesOfSession,
    input: z.strictObject({ ...inSession, kind, mount: newMount }),
    says: 'Enable a secrets engine or auth method',
    maxBytes: 2 * 1024 * 1024,
    run: (session, { kind: of, mount }, { services, signal }) =>
      changingMounts(services, session, () => enable(session, of, mount, signal)),
  }),
  call('mount.tune', {
    ...writesOfSession,
    input: z.strictObject({ ...inSession, kind, path: mountAt, before: tuning, tuning }),
    says: 'Change the settings of a mount',
    maxBytes: 4 * 1024 * 1024,
    run: (session, { sessionId: _, ...change }, { services, signal }) =>
      changingMounts(services, session, () => tune(session, change, signal)),
  }),
  call('mount.move', {
    ...writesOfSession,
    input: z.strictObject({ ...inSession, kind, path: mountAt, to: mountAt }),
    says: 'Move a mount',
    run: (session, { sessionId: _, ...change }, { services, signal }) =>
      changingMounts(services, session, () => move(session, change, signal)),
  }),
  call('mount.moveState', {
    ...readsOfSession,
    input: z.strictObject({ ...inSession, migrationId: id }),
    run: async (session, { migrationId }, { signal }) => ({
      state: await session.run((caller) => moveState(caller, migrationId), signal),
    }),
  }),
  call('mount.disable', {
    ...writesOfSession,
    input: z.strictObject({ ...inSession, kind, path: mountAt }),
    says: 'Disable a mount',
    run: (session, { kind: of, path }, { services, signal }) =>
      changingMounts(services, session, () =>
        disable(
          session,
          of,
          path,
          (mount) => (of === 'auth' ? [] : shownBelow(services, session, mount)),
          signal,
        ),
      ),
  }),
  call('mount.upgrade', {
    ...writesOfSession,
    input: z.strictObject({ ...inSession, path: mountAt }),
    says: 'Upgrade KV to version 2',
    run: (session, { path }, { services, signal }) =>
      changingMounts(services, session, () => upgrade(session, path, signal)),
  }),
  call('identity.list', {
    ...readsOfSession,
    input: z.strictObject({ ...inSession, kind: identityKind }),
    run: (session, input, { signal }) => session.run((caller) => listIdentities(caller, input.kind), signal),
  }),
  call('identity.read', {
    ...readsOfSession,
    input: z.strictObject({ ...inSession, kind: identityKind, id: shortText }),
    run: (session, input, { signal }) =>
      session.run((caller) => readIdentity(caller, input.kind, input.id), signal),
  }),
  call('identity.find', {
    ...readsOfSession,
    input: z.strictObject({
      ...inSession,
      kind: z.enum(['entity', 'group']),
      by: z.enum(['name', 'id', 'alias', 'accessor']),
      text: z.string().check(z.minLength(1), z.maxLength(1024)),
      mountAccessor: shortText,
    }),
    run: (session, { sessionId: _, ...whom }, { signal }) => findIdentity(session, whom, signal),
  }),
  call('identity.save', {
    ...writesOfSession,
    input: z.strictObject({ ...inSession, id: maybe(shortText), draft }),
    says: 'Save an entity, a group or an alias',
    maxBytes: 4 * 1024 * 1024,
    run: (session, input, { signal }) => saveIdentity(session, input.id, input.draft, signal),
  }),
  call('identity.delete', {
    ...writesOfSession,
    input: z.strictObject({ ...inSession, kind: identityKind, id: shortText }),
    says: 'Delete an entity, a group or an alias',
    run: (session, input, { signal }) => removeIdentity(session, input.kind, input.id, signal),
  }),
  call('identity.merge', {
    ...writesOfSession,
    input: z.strictObject({
      ...inSession,
      from: z.array(shortText).check(z.minLength(1), z.maxLength(100)),
      into: shortText,
    }),
    says: 'Merge entities',
    run: (session, { from, into }, { signal }) => merge(session, from, into, signal),
  }),
  call('lease.list', {
    ...readsOfSession,
    input: z.strictObject({ ...inSession, prefix: pathText }),
    run: (session, { prefix }, { signal }) => leaseFolder(session, prefix, signal),
  }),
  call('lease.read', {
    ...readsOfSession,
    input: z.strictObject({ ...inSession, leaseId }),
    run: (session, input, { signal }) => session.run((caller) => readLease(caller, input.leaseId), signal),
  }),
  call('lease.renew', {
    ...writesOfSession,
    input: z.strictObject({ ...inSession, leaseId, incrementSeconds: maybe(incrementSeconds) }),
    says: 'Renew a lease',
    run: (session, input, { signal }) => renewOne(session, input.leaseId, input.incrementSeconds, signal),
  }),
  call('lease.revoke', {
    ...writesOfSession,
    input: z.strictObject({ ...inSession, leaseId }),
    says: 'Revoke a lease',
    run: (session, input, { signal }) => revokeOne(session, input.leaseId, signal),
  }),
  call('lease.revokeMany', {
    ...writesOfSession,
    input: z.strictObject({
      ...inSession,
      leaseIds: z.array(leaseId).check(z.minLength(1), z.maxLength(10_000)),
    }),
    says: 'Revoke several leases',
    // Ten thousand IDs of a usual length.
    maxBytes: 4 * 1024 * 1024,
    run: (session, input, { services: { jobs, emit }, signal }) =>
      revokeMany({ jobs, emit }, session, input.leaseIds, signal),
  }),
  call('lease.revokePrefix', {
    ...writesOfSession,
    input: z.strictObject({ ...inSession, prefix: pathText, force: z.boolean() }),
    says: 'Revoke all leases below a prefix',
    run: (session, { prefix, force }, { signal }) => revokePrefix(session, prefix, force, signal),
  }),
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
