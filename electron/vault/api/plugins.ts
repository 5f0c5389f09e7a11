/** The plugin catalog (`sys/plugins`). */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { NewPlugin, Plugin, PluginPin } from '../../../shared/vault/plugin.ts';
import { pluginTypes } from '../../../shared/vault/plugin.ts';
import type { VaultAnswer } from '../http/types.ts';
import { ask } from './caller.ts';
import type { Caller } from './caller.ts';
import { asObject, asText, asTexts, dataOf } from './fields.ts';

/** Every plugin that can be mounted, of all types. */
export async function pluginCatalog(caller: Caller): Promise<readonly Plugin[]> {
  const answer = await ask(caller, {
    method: 'GET',
    path: 'sys/plugins/catalog',
    safe: true,
    capability: 'read',
  });
  const data = dataOf(answer);
  const { detailed } = data;
  const plugins = Array.isArray(detailed)
    ? detailed.map((value) => pluginIn(asObject(value)))
    : // Servers before 1.12 return names only.
      pluginTypes.flatMap((type) => asTexts(data[type]).map((name) => pluginIn({ type, name })));
  return plugins.sort(
    (a, b) => compare(a.type, b.type) || compare(a.name, b.name) || compare(a.version, b.version),
  );
}

/** The pinned versions. Rejects with `not-offered` before Vault 1.16. */
export async function pluginPins(caller: Caller): Promise<readonly PluginPin[]> {
  const answer = await ask(caller, {
    method: 'GET',
    path: 'sys/plugins/pins',
    safe: true,
    capability: 'read',
  });
  const { pinned_versions: pins } = dataOf(answer);
  return (Array.isArray(pins) ? pins : []).map((value) => {
    const { type, name, version } = asObject(value);
    return { type: asText(type), name: asText(name), version: asText(version) };
  });
}

export function registerPlugin(caller: Caller, plugin: NewPlugin): Promise<VaultAnswer> {
  const { type, name, version, sha256, command, args, ociImage } = plugin;
  return ask(caller, {
    method: 'POST',
    path: `sys/plugins/catalog/${type}/${name}`,
    body: JSON.stringify({
      sha256,
      command,
      args,
      ...(version === '' ? {} : { version }),
      ...(ociImage === '' ? {} : { oci_image: ociImage }),
    }),
    capability: 'update',
  });
}

/** Removes a plugin from the catalog; `version` empty: the one without a version. */
export function deregisterPlugin(caller: Caller, { type, name, version }: PluginPin): Promise<VaultAnswer> {
  return ask(caller, {
    method: 'DELETE',
    path: `sys/plugins/catalog/${type}/${name}`,
    ...(version === '' ? {} : { query: { version } }),
    capability: 'delete',
  });
}

/** Restarts the plugin at all its mounts; servers before 1.16 have only the older path. */
export async function reloadPlugin(caller: Caller, type: string, name: string): Promise<VaultAnswer> {
  try {
    return await ask(caller, {
      method: 'POST',
      path: `sys/plugins/reload/${type}/${name}`,
      body: '{}',
      capability: 'update',
    });
  } catch (failure) {
    if (!(failure instanceof AppFailure) || failure.error.kind !== 'not-offered') throw failure;
    const body = JSON.stringify({ plugin: name });
    return ask(caller, { method: 'PUT', path: 'sys/plugins/reload/backend', body, capability: 'update' });
  }
}

/** Pins the version: the plugin's mounts without one run it from their next start. */
export function pinPlugin(caller: Caller, { type, name, version }: PluginPin): Promise<VaultAnswer> {
  return ask(caller, {
    method: 'POST',
    path: `sys/plugins/pins/${type}/${name}`,
    body: JSON.stringify({ version }),
    capability: 'update',
  });
}

export function unpinPlugin(caller: Caller, type: string, name: string): Promise<VaultAnswer> {
  return ask(caller, { method: 'DELETE', path: `sys/plugins/pins/${type}/${name}`, capability: 'delete' });
}

function pluginIn(value: Readonly<Record<string, unknown>>): Plugin {
  return {
    type: asText(value['type']),
    name: asText(value['name']),
    version: asText(value['version']),
    builtin: value['builtin'] === true,
    deprecation: asText(value['deprecation_status']),
    sha256: asText(value['sha256']),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
