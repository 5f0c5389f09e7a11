/** Paths of the files that exports of this run have written. They stay in main: a page names the job. */
import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppFailure } from '../../../shared/ipc/result.ts';

export interface ExportedFiles {
  /** Takes over the path of a whole file. */
  readonly add: (sessionId: string, jobId: string, path: string) => void;
  /** Path of a job's file. Rejects with `invalid-input` if there is none, or it has been moved away since. */
  readonly get: (sessionId: string, jobId: string) => Promise<string>;
  readonly closeSession: (sessionId: string) => void;
}

/** Makes an empty store. */
export function createExportedFiles(): ExportedFiles {
  const paths = new Map<string, { readonly sessionId: string; readonly path: string }>();
  return {
    add: (sessionId, jobId, path) => void paths.set(jobId, { sessionId, path }),
    get: async (sessionId, jobId) => {
      const file = paths.get(jobId);
      if (file?.sessionId !== sessionId) throw unavailable('This export has written no file.');
      try {
        await access(file.path);
      } catch {
        throw unavailable(`The file “${basename(file.path)}” is no longer where it was written.`);
      }
      return file.path;
    },
    closeSession: (sessionId) => {
      for (const [jobId, file] of paths) if (file.sessionId === sessionId) paths.delete(jobId);
    },
  };
}

function unavailable(message: string): AppFailure {
  return new AppFailure({ kind: 'invalid-input', field: 'jobId', message, hint: 'Export again.' });
}
