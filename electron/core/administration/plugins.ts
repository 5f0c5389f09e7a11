/** Plugin catalog, and changes of it. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { NewPlugin, PluginCatalog, PluginPin } from '../../../shared/vault/plugin.ts';
import type { Caller } from '../../vault/api/caller.ts';
import {
  deregisterPlugin,
  pinPlugin,
  pluginCatalog,
  pluginPins,
  registerPlugin,
  reloadPlugin,
  unpinPlugin,
} from '../../vault/api/plugins.ts';
import type { Question, VaultAnswer } from '../../vault/http/types.ts';
import type { Session } from '../session/session.ts';

interface Done {
  readonly warnings: readonly string[];
}

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

export function register(session: Session, plugin: NewPlugin, signal?: AbortSignal): Promise<Done> {
  const question: Question = {
    title: {
      absent: 'Register this plugin?',
      present: 'Replace this plugin?',
      unknown: 'Register or replace this plugin?',
    },
    body: ['The server runs it when it is mounted, with access to what it is given there.'],
    action: { absent: 'Register plugin', present: 'Replace plugin', unknown: 'Register plugin' },
  };
  return change(session, question, (caller) => registerPlugin(caller, plugin), signal);
}

export function deregister(session: Session, plugin: PluginPin, signal?: AbortSignal): Promise<Done> {
  const question: Question = {
    title: 'Deregister this plugin?',
    body: ['Engines and auth methods that run it stop working when they next start.'],
    action: 'Deregister plugin',
    typedName: plugin.name,
  };
  return change(session, question, (caller) => deregisterPlugin(caller, plugin), signal);
}

export function reload(
  session: Session,
  { type, name }: Omit<PluginPin, 'version'>,
  signal?: AbortSignal,
): Promise<Done> {
  const question: Question = {
    title: 'Reload this plugin?',
    body: ['It is started again wherever it is mounted; requests under way there may fail.'],
    action: 'Reload plugin',
  };
  return change(session, question, (caller) => reloadPlugin(caller, type, name), signal);
}

/** Pins a plugin's version; an empty `version` unpins it. */
export function setPin(session: Session, pin: PluginPin, signal?: AbortSignal): Promise<Done> {
  const { type, name, version } = pin;
  const question: Question = {
    title: version === '' ? 'Unpin this plugin?' : 'Pin this version?',
    body: [
      version === ''
        ? 'Mounts without a version of their own run the newest one when they next start.'
        : 'Mounts run this version when they next start, whatever version they name.',
    ],
    action: version === '' ? 'Unpin' : 'Pin version',
  };
  return change(
    session,
    question,
    (caller) => (version === '' ? unpinPlugin(caller, type, name) : pinPlugin(caller, pin)),
    signal,
  );
}

function change(
  session: Session,
  question: Question,
  work: (caller: Caller) => Promise<VaultAnswer>,
  signal: AbortSignal | undefined,
): Promise<Done> {
  return session.run(async (caller) => {
    const { warnings } = await work({ ...caller, consent: { question } });
    return { warnings };
  }, signal);
}
