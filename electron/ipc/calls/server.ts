/** The server's own state: `audit.*`, `quota.*`, `plugin.*`, `raft.*`, `server.*` that only read. */
import * as z from 'zod/mini';
import { quotaKinds } from '../../../shared/vault/quota.ts';
import { lookAtMetrics } from '../../core/administration/metrics.ts';
import { readPlugins } from '../../core/administration/plugins.ts';
import { readRaft } from '../../core/administration/raft.ts';
import { auditManagement, hashForAudit } from '../../core/administration/audit.ts';
import { auditDevices } from '../../vault/api/audit.ts';
import { readQuotaSettings } from '../../vault/api/quotas.ts';
import { inFlightRequests, versionHistory } from '../../vault/api/server-work.ts';
import { listQuotas } from '../../work/quotas.ts';
import { aSession } from '../about.ts';
import { call } from '../call.ts';
import { readsOfSession } from '../presets.ts';
import { inSession } from './fields.ts';
import { mountName } from './server-fields.ts';

const input = z.strictObject(inSession);

export const serverCalls = [
  call('audit.list', {
    ...readsOfSession,
    input,
    run: (session, _input, { signal }) => session.run(auditDevices, signal),
  }),
  call('audit.management', {
    ...readsOfSession,
    input,
    run: (session, _input, { signal }) => auditManagement(session, signal),
  }),
  call('audit.hash', {
    input: z.strictObject({ ...inSession, path: mountName }),
    effect: 'read',
    about: aSession,
    whenLocked: 'refused',
    asks: ['enter-fields'],
    run: (session, { sessionId, path }, { services, signal }) => {
      const { ask } = services.platform;
      return services.unauthenticated.at(
        { sessionId },
        (at) => hashForAudit(session, path, { ask, destination: at.destination() }, signal),
        { signal },
      );
    },
  }),
  call('quota.list', {
    ...readsOfSession,
    input: z.strictObject({ ...inSession, kind: z.enum(quotaKinds) }),
    run: (session, { kind }, { signal }) => listQuotas(session, kind, signal),
  }),
  call('quota.settings', {
    ...readsOfSession,
    input,
    run: (session, _input, { signal }) => session.run(readQuotaSettings, signal),
  }),
  call('plugin.list', {
    ...readsOfSession,
    input,
    run: (session, _input, { signal }) => readPlugins(session, signal),
  }),
  call('raft.status', {
    ...readsOfSession,
    input,
    run: (session, _input, { signal }) => readRaft(session, signal),
  }),
  call('server.metrics', {
    ...readsOfSession,
    input,
    run: (session, _input, { signal }) => lookAtMetrics(session, signal),
  }),
  call('server.inFlight', {
    ...readsOfSession,
    input,
    run: (session, _input, { signal }) => session.run(inFlightRequests, signal),
  }),
  call('server.versions', {
    ...readsOfSession,
    input,
    run: (session, _input, { signal }) => session.run(versionHistory, signal),
  }),
] as const;
