/** Changes to the server itself; each is confirmed in the trusted view. */
import * as z from 'zod/mini';
import { quotaKinds } from '../../../shared/vault/quota.ts';
import { disableAuditDevice, enableAuditDevice } from '../../core/administration/audit.ts';
import { deregister, register, reload, setPin } from '../../core/administration/plugins.ts';
import { deleteQuota, saveQuota, saveQuotaSettings } from '../../core/administration/quotas.ts';
import { removeRaftPeer, saveAutopilot } from '../../core/administration/raft.ts';
import { call } from '../call.ts';
import { writesOfSession } from '../presets.ts';
import { inSession, shortText } from './fields.ts';
import {
  auditDevice,
  autopilotSettings,
  mountName,
  nameInPath,
  newPlugin,
  pluginName,
  quota,
  quotaSettings,
} from './server-fields.ts';

export const serverChangeCalls = [
  call('audit.enable', {
    ...writesOfSession,
    says: 'Enable an audit device',
    input: z.strictObject({ ...inSession, device: auditDevice }),
    run: (session, { device }, { signal }) => enableAuditDevice(session, device, signal),
  }),
  call('audit.disable', {
    ...writesOfSession,
    says: 'Disable an audit device',
    input: z.strictObject({ ...inSession, path: mountName }),
    run: (session, { path }, { signal }) => disableAuditDevice(session, path, signal),
  }),
  call('quota.save', {
    ...writesOfSession,
    says: 'Save a quota',
    input: z.strictObject({ ...inSession, quota, created: z.boolean() }),
    run: (session, input, { signal }) => saveQuota(session, input.quota, input.created, signal),
  }),
  call('quota.delete', {
    ...writesOfSession,
    says: 'Delete a quota',
    input: z.strictObject({ ...inSession, kind: z.enum(quotaKinds), name: nameInPath }),
    run: (session, { kind, name }, { signal }) => deleteQuota(session, kind, name, signal),
  }),
  call('quota.saveSettings', {
    ...writesOfSession,
    says: 'Change the settings of rate limits',
    input: z.strictObject({ ...inSession, settings: quotaSettings }),
    run: (session, { settings }, { signal }) => saveQuotaSettings(session, settings, signal),
  }),
  call('plugin.register', {
    ...writesOfSession,
    says: 'Register a plugin',
    input: z.strictObject({ ...inSession, plugin: newPlugin }),
    run: (session, { plugin }, { signal }) => register(session, plugin, signal),
  }),
  call('plugin.deregister', {
    ...writesOfSession,
    says: 'Deregister a plugin',
    input: z.strictObject({ ...inSession, ...pluginName, version: shortText }),
    run: (session, { type, name, version }, { signal }) =>
      deregister(session, { type, name, version }, signal),
  }),
  call('plugin.reload', {
    ...writesOfSession,
    says: 'Reload a plugin',
    input: z.strictObject({ ...inSession, ...pluginName }),
    run: (session, { type, name }, { signal }) => reload(session, { type, name }, signal),
  }),
  call('plugin.pin', {
    ...writesOfSession,
    says: 'Pin the version of a plugin',
    input: z.strictObject({ ...inSession, ...pluginName, version: shortText }),
    run: (session, { type, name, version }, { signal }) => setPin(session, { type, name, version }, signal),
  }),
  call('raft.removePeer', {
    ...writesOfSession,
    says: 'Remove a node from the cluster',
    input: z.strictObject({ ...inSession, nodeId: nameInPath }),
    run: (session, { nodeId }, { signal }) => removeRaftPeer(session, nodeId, signal),
  }),
  call('raft.saveAutopilot', {
    ...writesOfSession,
    says: 'Change the settings of autopilot',
    input: z.strictObject({ ...inSession, settings: autopilotSettings }),
    run: (session, { settings }, { signal }) => saveAutopilot(session, settings, signal),
  }),
] as const;
