/**
 * Templates from files of this computer, each for a folder of one connection. Main reads the file that a person chose
 * in a dialog and keeps a copy of its schema, in `templates.json` for a saved connection, until the session closes for
 * another. The path is forgotten at once.
 */
import { basename } from 'node:path';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { readBounded, unreadableBecause } from '../../vault/http/bounded-file.ts';
import { templateIn } from './template.ts';
import type { Template } from './template.ts';

/** Largest schema in bytes, and folders with one. */
export const mostSchemaBytes = 64 * 1024;
export const mostTemplateFiles = 100;

/** The schema of a folder (mount and path, empty or with a trailing slash). */
export interface StoredTemplate {
  /** Id of the saved connection, or of the session of another. */
  readonly connection: string;
  readonly namespace: string;
  readonly folder: string;
  /** Name of the file. */
  readonly name: string;
  readonly schema: string;
}

export type TemplatesFile = readonly StoredTemplate[];

/** A folder, as its session sees it. */
export interface FolderOfSession {
  readonly session: {
    readonly sessionId: string;
    readonly profileId: string | undefined;
    readonly view: () => { readonly namespace: string };
  };
  readonly folder: string;
}

export interface TemplateFiles {
  /** Reads the file for a folder. Rejects with `invalid-input`; the template before stays then. */
  readonly choose: (at: FolderOfSession, path: string) => Promise<Template>;
  /** The template of exactly this folder. */
  readonly at: (at: FolderOfSession) => Template | undefined;
  readonly forget: (at: FolderOfSession) => void;
  readonly closeSession: (sessionId: string) => void;
  readonly removeProfile: (profileId: string) => void;
}

/** Opens the templates of a file. */
export function createTemplateFiles(file: {
  readonly value: () => TemplatesFile;
  readonly save: (value: TemplatesFile) => void;
}): TemplateFiles {
  /** Of connections that are not saved. */
  let unsaved: TemplatesFile = [];
  const read = new WeakMap<StoredTemplate, Template>();
  const all = (): TemplatesFile => [...file.value(), ...unsaved];
  const find = (wanted: FolderOfSession): StoredTemplate | undefined => all().find(isOf(wanted));

  function put({ session }: FolderOfSession, change: (now: TemplatesFile) => TemplatesFile): void {
    if (session.profileId === undefined) unsaved = change(unsaved);
    else file.save(change(file.value()));
  }

  return {
    choose: async (at, path) => {
      const name = basename(path);
      const schema = await readSchema(path, name);
      const template = fileTemplate({ name, schema });
      const isThere = isOf(at);
      if (all().length >= mostTemplateFiles && find(at) === undefined)
        throw refused(
          `${String(mostTemplateFiles)} folders have a template file already.`,
          'Remove one first.',
        );
      const stored = { ...keyOf(at), name, schema };
      read.set(stored, template);
      put(at, (now) => [...now.filter((one) => !isThere(one)), stored]);
      return template;
    },
    at: (at) => {
      const stored = find(at);
      if (stored === undefined) return undefined;
      const template = read.get(stored) ?? fileTemplate(stored);
      read.set(stored, template);
      return template;
    },
    forget: (at) => {
      const isThere = isOf(at);
      if (find(at) !== undefined) put(at, (now) => now.filter((one) => !isThere(one)));
    },
    closeSession: (sessionId) => {
      unsaved = unsaved.filter(({ connection }) => connection !== sessionId);
    },
    removeProfile: (profileId) => {
      const now = file.value();
      if (now.some(({ connection }) => connection === profileId))
        file.save(now.filter(({ connection }) => connection !== profileId));
    },
  };
}

function keyOf({ session, folder }: FolderOfSession): Omit<StoredTemplate, 'name' | 'schema'> {
  const { sessionId, profileId = sessionId } = session;
  return { connection: profileId, namespace: session.view().namespace, folder };
}

function isOf(at: FolderOfSession): (stored: StoredTemplate) => boolean {
  const { connection, namespace, folder } = keyOf(at);
  return (one) => one.connection === connection && one.namespace === namespace && one.folder === folder;
}

function fileTemplate({ name, schema }: Pick<StoredTemplate, 'name' | 'schema'>): Template {
  return { ...templateIn(name, [['schema', JSON.stringify(schema)]]), isFile: true };
}

async function readSchema(path: string, name: string): Promise<string> {
  const read = await readBounded(path, mostSchemaBytes);
  if ('bytes' in read) return read.bytes.toString('utf8');
  throw refused(`The file “${name}” ${unreadableBecause(read, '64 KiB')}.`, 'Choose another file.');
}

function refused(message: string, hint: string): AppFailure {
  return new AppFailure({ kind: 'invalid-input', field: 'file', message, hint });
}
