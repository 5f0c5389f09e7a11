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
  write('audit.enable', 'Enable an audit device', { device: auditDevice }, enableAuditDevice),
  write('audit.disable', 'Disable an audit device', { path: mountName }, disableAuditDevice),
  write('quota.save', 'Save a quota', { quota, created: z.boolean() }, saveQuota),
  write('quota.delete', 'Delete a quota', { kind: z.enum(quotaKinds), name: nameInPath }, deleteQuota),
  write(
    'quota.saveSettings',
    'Change the settings of rate limits',
    { settings: quotaSettings },
    saveQuotaSettings,
  ),
  write('plugin.register', 'Register a plugin', { plugin: newPlugin }, register),
  write('plugin.deregister', 'Deregister a plugin', { ...pluginName, version: shortText }, deregister),
  write('plugin.reload', 'Reload a plugin', pluginName, reload),
  write('plugin.pin', 'Pin the version of a plugin', { ...pluginName, version: shortText }, setPin),
  write('raft.removePeer', 'Remove a node from the cluster', { nodeId: nameInPath }, removeRaftPeer),
  write(
    'raft.saveAutopilot',
    'Change the settings of autopilot',
    { settings: autopilotSettings },
    saveAutopilot,
  ),
] as const;
