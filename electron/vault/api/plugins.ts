/** The plugin catalog (`sys/plugins`). */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { NewPlugin, Plugin, PluginPin } from '../../../shared/vault/plugin.ts';
import { pluginTypes } from '../../../shared/vault/plugin.ts';
import type { VaultAnswer } from '../http/types.ts';
import { ask, deleting, readObject, writing } from './caller.ts';
import type { Caller } from './caller.ts';
import { asObject, asText, asTexts } from './fields.ts';

/** Every plugin that can be mounted, of all types. */
export async function pluginCatalog(caller: Caller): Promise<readonly Plugin[]> {
  const data = await readObject(caller, 'sys/plugins/catalog');
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
  const { pinned_versions: pins } = await readObject(caller, 'sys/plugins/pins');
  return (Array.isArray(pins) ? pins : []).map((value) => {
    const { type, name, version } = asObject(value);
    return { type: asText(type), name: asText(name), version: asText(version) };
  });
}

export function registerPlugin(caller: Caller, plugin: NewPlugin): Promise<VaultAnswer> {
  const { type, name, version, sha256, command, args, ociImage } = plugin;
  return ask(
    caller,
    writing(`sys/plugins/catalog/${type}/${name}`, {
      sha256,
      command,
      args,
      ...(version === '' ? {} : { version }),
      ...(ociImage === '' ? {} : { oci_image: ociImage }),
    }),
  );
}

/** Removes a plugin from the catalog; `version` empty: the one without a version. */
export function deregisterPlugin(caller: Caller, { type, name, version }: PluginPin): Promise<VaultAnswer> {
  return ask(caller, {
    ...deleting(`sys/plugins/catalog/${type}/${name}`),
    ...(version === '' ? {} : { query: { version } }),
  });
}

/** Restarts the plugin at all its mounts; servers before 1.16 have only the older path. */
export async function reloadPlugin(caller: Caller, type: string, name: string): Promise<VaultAnswer> {
  try {
    return await ask(caller, writing(`sys/plugins/reload/${type}/${name}`, {}));
  } catch (failure) {
    if (!(failure instanceof AppFailure) || failure.error.kind !== 'not-offered') throw failure;
    const body = JSON.stringify({ plugin: name });
    return ask(caller, { method: 'PUT', path: 'sys/plugins/reload/backend', body, capability: 'update' });
  }
}

/** Pins the version: the plugin's mounts without one run it from their next start. */
export function pinPlugin(caller: Caller, { type, name, version }: PluginPin): Promise<VaultAnswer> {
  return ask(caller, writing(`sys/plugins/pins/${type}/${name}`, { version }));
}

export function unpinPlugin(caller: Caller, type: string, name: string): Promise<VaultAnswer> {
  return ask(caller, deleting(`sys/plugins/pins/${type}/${name}`));
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
