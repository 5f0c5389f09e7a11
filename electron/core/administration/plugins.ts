/** Plugin catalog, and changes of it. */
import type { Fields } from '../../../shared/ipc/contract.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { PluginCatalog } from '../../../shared/vault/plugin.ts';
import {
  deregisterPlugin,
  pinPlugin,
  pluginCatalog,
  pluginPins,
  registerPlugin,
  reloadPlugin,
  unpinPlugin,
} from '../../vault/api/plugins.ts';
import type { Session } from '../session/session.ts';
import { change } from '../session/change.ts';

/** Reads all plugins, and the pinned versions if the server supports them and the token may read them. */
export function readPlugins(session: Session, signal?: AbortSignal): Promise<PluginCatalog> {
  return session.run(async (caller) => {
    const plugins = await pluginCatalog(caller);
    try {
      return { plugins, pins: await pluginPins(caller) };
    } catch (failure) {
      if (
        failure instanceof AppFailure &&
        ['not-offered', 'forbidden', 'invalid-path'].includes(failure.error.kind)
      )
        return { plugins };
      throw failure;
    }
  }, signal);
}

export const register = change(
  {
    title: {
      absent: 'Register this plugin?',
      present: 'Replace this plugin?',
      unknown: 'Register or replace this plugin?',
    },
    body: ['The server runs it once mounted, with access to what it gets there.'],
    action: { absent: 'Register plugin', present: 'Replace plugin', unknown: 'Register plugin' },
  },
  (caller, { plugin }: Fields<'plugin.register'>) => registerPlugin(caller, plugin),
);

export const deregister = change(
  ({ name }: Fields<'plugin.deregister'>) => ({
    title: 'Deregister this plugin?',
    body: ['Engines and auth methods that run it stop working when they next start.'],
    action: 'Deregister plugin',
    typedName: name,
  }),
  deregisterPlugin,
);

export const reload = change(
  {
    title: 'Reload this plugin?',
    body: ['It is started again wherever it is mounted; requests under way there may fail.'],
    action: 'Reload plugin',
  },
  (caller, { type, name }: Fields<'plugin.reload'>) => reloadPlugin(caller, type, name),
);

/** Pins a plugin's version; an empty `version` unpins it. */
export const setPin = change(
  ({ version }: Fields<'plugin.pin'>) => ({
    title: version === '' ? 'Unpin this plugin?' : 'Pin this version?',
    body: [
      version === ''
        ? 'Mounts without a pinned version run the newest one at their next start.'
        : 'Mounts run this version at their next start, whatever version they name.',
    ],
    action: version === '' ? 'Unpin' : 'Pin version',
  }),
  (caller, pin) => (pin.version === '' ? unpinPlugin(caller, pin.type, pin.name) : pinPlugin(caller, pin)),
);
