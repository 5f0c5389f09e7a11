/** `folder.*`: a folder as a table. Metadata only; a gesture, because it reads that of every entry. */
import * as z from 'zod/mini';
import { folderTable } from '../../work/folder/folder-table.ts';
import { refuseLimitedUse } from '../../work/jobs.ts';
import { change } from '../presets.ts';
import { mountPath, pathText } from './fields.ts';

export const folderCalls = [
  change(
    'folder.table',
    { says: 'Read the metadata of all entries of a folder', costs: 'gesture', asks: 'nothing' },
    { mount: mountPath, path: pathText, below: z.boolean(), keys: z.boolean() },
    async (session, { mount: at, path, below, keys }, { services, signal }) => {
      refuseLimitedUse(session.limitedUse, 'the table of a folder', 'entry');
      const mount = await session.mounts.at(at, signal);
      const { jobs, emit, paceFor, preferences, noteDue } = services;
      const names = preferences.get().reminderNames;
      const jobId = jobs.startFindings(
        session.sessionId,
        (batch) => emit('folder.found', batch),
        folderTable({
          session,
          mount,
          path,
          below,
          keys,
          names,
          pace: paceFor(session),
          overdue: (entries) => noteDue(session.sessionId, entries),
        }),
      );
      return { jobId };
    },
  ),
] as const;
