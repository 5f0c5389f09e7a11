/** Changes to the server itself; each is confirmed in the trusted view. */
import * as z from 'zod/mini';
import { quotaKinds } from '../../../shared/vault/quota.ts';
import { disableAuditDevice, enableAuditDevice } from '../../core/administration/audit.ts';
import { deregister, register, reload, setPin } from '../../core/administration/plugins.ts';
import { deleteQuota, saveQuota, saveQuotaSettings } from '../../core/administration/quotas.ts';
import { removeRaftPeer, saveAutopilot } from '../../core/administration/raft.ts';
import { write } from '../presets.ts';
import { shortText } from './fields.ts';
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
  write(
    'audit.enable',
    'Enable an audit device',
    { device: auditDevice },
    (session, { device }, { signal }) => enableAuditDevice(session, device, signal),
  ),
  write('audit.disable', 'Disable an audit device', { path: mountName }, (session, { path }, { signal }) =>
    disableAuditDevice(session, path, signal),
  ),
  write('quota.save', 'Save a quota', { quota, created: z.boolean() }, (session, input, { signal }) =>
    saveQuota(session, input.quota, input.created, signal),
  ),
  write(
    'quota.delete',
    'Delete a quota',
    { kind: z.enum(quotaKinds), name: nameInPath },
    (session, { kind, name }, { signal }) => deleteQuota(session, kind, name, signal),
  ),
  write(
    'quota.saveSettings',
    'Change the settings of rate limits',
    { settings: quotaSettings },
    (session, { settings }, { signal }) => saveQuotaSettings(session, settings, signal),
  ),
  write('plugin.register', 'Register a plugin', { plugin: newPlugin }, (session, { plugin }, { signal }) =>
    register(session, plugin, signal),
  ),
  write(
    'plugin.deregister',
    'Deregister a plugin',
    { ...pluginName, version: shortText },
    (session, { type, name, version }, { signal }) => deregister(session, { type, name, version }, signal),
  ),
  write('plugin.reload', 'Reload a plugin', pluginName, (session, { type, name }, { signal }) =>
    reload(session, { type, name }, signal),
  ),
  write(
    'plugin.pin',
    'Pin the version of a plugin',
    { ...pluginName, version: shortText },
    (session, { type, name, version }, { signal }) => setPin(session, { type, name, version }, signal),
  ),
  write(
    'raft.removePeer',
    'Remove a node from the cluster',
    { nodeId: nameInPath },
    (session, { nodeId }, { signal }) => removeRaftPeer(session, nodeId, signal),
  ),
  write(
    'raft.saveAutopilot',
    'Change the settings of autopilot',
    { settings: autopilotSettings },
    (session, { settings }, { signal }) => saveAutopilot(session, settings, signal),
  ),
] as const;
