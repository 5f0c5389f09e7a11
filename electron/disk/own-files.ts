/**
 * The app's own files of one run, and the one place that turns a failed write into a state that the user sees: which
 * data is not on disk, and why. Files are made only here, so no file can fail in silence.
 */
import { basename } from 'node:path';
import { openJsonFile } from './json-file.ts';
import type { JsonFile, JsonFileOptions } from './json-file.ts';

/** A file whose copy on disk is old or missing, while the app goes on with newer data. */
interface UnkeptFile {
  /** Its content, as the subject of a sentence: “The saved connections”. */
  readonly holds: string;
  /** Reason, as the end of a sentence: “the disk is full”. */
  readonly why: string;
}

type FileOptions<T> = Omit<JsonFileOptions<T>, 'report' | 'written'> & {
  /** Its secrets are encrypted by the system's keychain. */
  readonly sealed?: boolean;
};

/** A file that the app writes; it need not exist yet. */
export interface StoredFile {
  readonly name: string;
  /** Content, as the subject of a sentence. */
  readonly holds: string;
  readonly sealed: boolean;
}

export interface OwnFiles {
  readonly open: <T>(options: FileOptions<T>) => JsonFile<T>;
  /** Every file opened in this run, sorted by name. */
  readonly stored: () => readonly StoredFile[];
  /** Files not on disk now. */
  readonly unkept: () => readonly UnkeptFile[];
  /** Tries again to write those files. */
  readonly writeAgain: () => void;
}

/**
 * Makes the files of a run. `report` gets problems of reading, in sentences; `changed` is called when `unkept` has
 * changed.
 */
export function createOwnFiles(
  report: (problem: string) => void,
  changed: (unkept: readonly UnkeptFile[]) => void,
): OwnFiles {
  const unkept = new Map<string, UnkeptFile & { readonly again: () => void }>();
  const list = (): readonly UnkeptFile[] => [...unkept.values()].map(({ holds, why }) => ({ holds, why }));

  const stored = new Map<string, StoredFile>();

  return {
    stored: () => [...stored.values()].sort((one, other) => (one.name < other.name ? -1 : 1)),
    open: <T>({ sealed = false, ...options }: FileOptions<T>): JsonFile<T> => {
      const { path, holds } = options;
      stored.set(path, { name: basename(path), holds, sealed });
      const file: JsonFile<T> = openJsonFile({
        ...options,
        report,
        written: (why) => {
          if (unkept.get(path)?.why === why) return;
          if (why === undefined) unkept.delete(path);
          else
            unkept.set(path, {
              holds,
              why,
              again: () => {
                file.save(file.value());
              },
            });
          changed(list());
        },
      });
      return file;
    },
    unkept: list,
    writeAgain: () => {
      for (const { again } of [...unkept.values()]) again();
    },
  };
}
