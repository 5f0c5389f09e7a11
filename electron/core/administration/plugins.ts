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
    action: { absent: 'Register plugin', present: 'Replace plugin', unknown: 'Register plugin' },
  },
  (caller, { plugin }: Fields<'plugin.register'>) => registerPlugin(caller, plugin),
);

export const deregister = change(
  ({ name }: Fields<'plugin.deregister'>) => ({
    title: 'Deregister this plugin?',
    action: 'Deregister plugin',
    typedName: name,
  }),
  deregisterPlugin,
);

export const reload = change(
  { title: 'Reload this plugin?', action: 'Reload plugin' },
  (caller, { type, name }: Fields<'plugin.reload'>) => reloadPlugin(caller, type, name),
);

/** Pins a plugin's version; an empty `version` unpins it. */
export const setPin = change(
  ({ version }: Fields<'plugin.pin'>) => ({
    title: version === '' ? 'Unpin this plugin?' : 'Pin this version?',
    action: version === '' ? 'Unpin' : 'Pin version',
  }),
  (caller, pin) => (pin.version === '' ? unpinPlugin(caller, pin.type, pin.name) : pinPlugin(caller, pin)),
);
