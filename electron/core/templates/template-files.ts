/**
 * Templates from files of this computer, each for a folder of one connection. Main reads the file that a person chose
 * in a dialog, and remembers its schema until the connection closes; its path is forgotten at once.
 */
import { basename } from 'node:path';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { readBounded, unreadableBecause } from '../../vault/http/bounded-file.ts';
import { templateIn } from './template.ts';
import type { Template } from './template.ts';

/** Largest schema in bytes, and folders with one in a connection. */
const MOST_BYTES = 1024 * 1024;
const MOST_FOLDERS = 100;

export interface TemplateFiles {
  /** Reads the file for a folder (mount and path, with a trailing slash). Rejects with `invalid-input`. */
  readonly choose: (sessionId: string, folder: string, path: string) => Promise<Template>;
  /** The template of exactly this folder. */
  readonly at: (sessionId: string, folder: string) => Template | undefined;
  readonly forget: (sessionId: string, folder: string) => void;
  readonly closeSession: (sessionId: string) => void;
}

/** Makes an empty store. */
export function createTemplateFiles(): TemplateFiles {
  const sessions = new Map<string, Map<string, Template>>();
  return {
    choose: async (sessionId, folder, path) => {
      const template = await readTemplate(path);
      const folders = sessions.get(sessionId) ?? new Map<string, Template>();
      if (folders.size >= MOST_FOLDERS && !folders.has(folder))
        throw refused(
          `At most ${String(MOST_FOLDERS)} folders can have a template file.`,
          'Remove one first.',
        );
      sessions.set(sessionId, folders.set(folder, template));
      return template;
    },
    at: (sessionId, folder) => sessions.get(sessionId)?.get(folder),
    forget: (sessionId, folder) => void sessions.get(sessionId)?.delete(folder),
    closeSession: (sessionId) => void sessions.delete(sessionId),
  };
}

async function readTemplate(path: string): Promise<Template> {
  const name = basename(path);
  const read = await readBounded(path, MOST_BYTES);
  if (!('bytes' in read))
    throw refused(`The file “${name}” ${unreadableBecause(read, '1 MiB')}.`, 'Choose another file.');
  const schema = JSON.stringify(read.bytes.toString('utf8'));
  return { ...templateIn(name, [['schema', schema]]), isFile: true };
}

function refused(message: string, hint: string): AppFailure {
  return new AppFailure({ kind: 'invalid-input', field: 'file', message, hint });
}
