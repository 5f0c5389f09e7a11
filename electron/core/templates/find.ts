/**
 * Finds the template of an entry: that of the nearest folder above it that has one, as a file that a person chose or
 * as a readable entry `.template`.
 */
import type { Mount } from '../../../shared/vault/mount.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppErrorKind } from '../../../shared/ipc/result.ts';
import { templateName } from '../../../shared/vault/template.ts';
import { readEntry } from '../entries/reading.ts';
import type { Session } from '../session/session.ts';
import type { TemplateFiles } from './template-files.ts';
import { templateIn } from './template.ts';
import type { Template } from './template.ts';

/** Folders above an entry that are asked, from the nearest. */
const MOST_FOLDERS = 16;

/** A folder without a template, or with one that this token may not read. */
const passedOver: ReadonlySet<AppErrorKind> = new Set<AppErrorKind>([
  'invalid-path',
  'forbidden',
  'awaiting-approval',
]);

/** Mount whose entries are asked about. */
export interface TemplatePlace {
  readonly session: Session;
  readonly mount: Mount;
  readonly files: Pick<TemplateFiles, 'at'>;
}

export interface TemplateFinder {
  /** The template for entries of a folder (below the mount, empty or with a trailing slash). Rejects if it is wrong. */
  readonly of: (folder: string) => Promise<Template | undefined>;
}

/** Makes a finder that asks each folder once; `run` sends a request. */
export function templatesOf(
  { session, mount, files }: TemplatePlace,
  signal: AbortSignal,
  run: <T>(request: () => Promise<T>) => Promise<T> = (request) => request(),
): TemplateFinder {
  const known = new Map<string, Promise<Template | undefined>>();

  async function at(folder: string): Promise<Template | undefined> {
    const chosen = files.at({ session, folder: mount.path + folder });
    if (chosen !== undefined) return chosen;
    const path = folder + templateName;
    try {
      const { content } = await run(() => readEntry(session, mount, path, undefined, signal));
      return templateIn(mount.path + path, content.members);
    } catch (failure) {
      if (failure instanceof AppFailure && passedOver.has(failure.error.kind)) return undefined;
      throw failure;
    }
  }

  async function nearest(folder: string, left: number): Promise<Template | undefined> {
    const asked = known.get(folder) ?? at(folder);
    known.set(folder, asked);
    const found = await asked;
    if (found !== undefined || folder === '' || left === 0) return found;
    return nearest(folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1), left - 1);
  }

  return { of: (folder) => nearest(folder, MOST_FOLDERS) };
}

/** Folder of an entry's path: empty or with a trailing slash. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
