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
import { read } from '../presets.ts';
import { mountName } from './server-fields.ts';

export const serverCalls = [
  read('audit.list', {}, (session, _input, { signal }) => session.run(auditDevices, signal)),
  read('audit.management', {}, (session, _input, { signal }) => auditManagement(session, signal)),
  read(
    'audit.hash',
    { path: mountName },
    (session, { sessionId, path }, { services, signal }) => {
      const { ask } = services.platform;
      return services.unauthenticated.at(
        { sessionId },
        (at) => hashForAudit(session, path, { ask, destination: at.destination() }, signal),
        { signal },
      );
    },
    { asks: ['enter-fields'] },
  ),
  read('quota.list', { kind: z.enum(quotaKinds) }, listQuotas),
  read('quota.settings', {}, (session, _input, { signal }) => session.run(readQuotaSettings, signal)),
  read('plugin.list', {}, (session, _input, { signal }) => readPlugins(session, signal)),
  read('raft.status', {}, (session, _input, { signal }) => readRaft(session, signal)),
  read('server.metrics', {}, (session, _input, { signal }) => lookAtMetrics(session, signal)),
  read('server.inFlight', {}, (session, _input, { signal }) => session.run(inFlightRequests, signal)),
  read('server.versions', {}, (session, _input, { signal }) => session.run(versionHistory, signal)),
] as const;
