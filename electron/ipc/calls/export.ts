/** `export.*`: entries into a file. Its path and its values stay in main. */
import { basename } from 'node:path';
import * as z from 'zod/mini';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { exportFormats, mostChosenKeys, mostRecipients } from '../../../shared/vault/export.ts';
import type { ExportOptions, ExportReport } from '../../../shared/vault/export.ts';
import { mostSelected } from '../../../shared/vault/selection.ts';
import { askToExport, checkOptions, exportName } from '../../work/export/confirm.ts';
import { exportWork } from '../../work/export/export.ts';
import { refuseLimitedUse } from '../../work/jobs.ts';
import { aSearch } from '../about.ts';
import { call } from '../call.ts';
import { change } from '../presets.ts';
import { exactly } from '../same-shape.ts';
import { id, inSession, selectedPlace, shortText } from './fields.ts';

const options = exactly<ExportOptions>()(
  z.strictObject({
    format: z.enum(exportFormats),
    versions: z.enum(['latest', 'all']),
    metadata: z.boolean(),
    values: z.boolean(),
    keys: z.strictObject({
      which: z.enum(['all', 'only', 'without']),
      names: z.array(shortText).check(z.maxLength(mostChosenKeys)),
    }),
    protection: z.union([
      z.strictObject({ kind: z.literal('passphrase') }),
      z.strictObject({
        kind: z.literal('recipients'),
        recipients: z
          .array(z.string().check(z.maxLength(4096)))
          .check(z.minLength(1), z.maxLength(mostRecipients)),
      }),
      z.strictObject({ kind: z.literal('none') }),
    ]),
  }),
);

/** The longest derivation of a key is no small task: it goes to the worker. */
const HEAVY = Number.MAX_SAFE_INTEGER;

export const exportCalls = [
  call('export.start', {
    effect: 'changes-here',
    says: 'Export entries',
    costs: 'gesture',
    whenLocked: 'refused',
    asks: ['confirm', 'enter-fields'],
    maxBytes: 4 * 1024 * 1024,
    about: aSearch,
    input: z.strictObject({
      ...inSession,
      places: z.array(selectedPlace).check(z.minLength(1), z.maxLength(mostSelected)),
      options,
    }),
    run: async (session, { places, options: chosen }, { services, signal: calling }) => {
      const { jobs, platform, emit, paceFor, runTask, exportedFiles } = services;
      refuseLimitedUse(session.limitedUse, 'an export', 'entry');
      await checkOptions(chosen, session.sessionId, places);
      const path = await platform.chooseSavePath('export', exportName(places, chosen));
      // Locked, or left, while the dialog was open.
      if (path === undefined || calling.aborted)
        throw new AppFailure({ kind: 'cancelled', message: 'No file was chosen.' });
      const asking = { ask: platform.ask, session, signal: calling };
      const lock = await askToExport(asking, places, chosen, path);
      const work = exportWork(
        { session, places, options: chosen, path, lock },
        { paceOf: paceFor, deriveKey: (asked) => runTask('deriveAgeKey', asked, HEAVY) },
      );
      const jobId: string = jobs.startFindings<ExportReport>(
        session.sessionId,
        (batch) => emit('export.progressed', batch),
        async (report) => {
          const stopped = await work(report);
          exportedFiles.add(session.sessionId, jobId, path);
          return stopped;
        },
      );
      return { jobId, fileName: basename(path) };
    },
  }),
  change(
    'export.show',
    { says: 'Show an exported file in the file manager', costs: 'gesture', asks: 'nothing' },
    { jobId: id },
    async ({ sessionId }, { jobId }, { services: { exportedFiles, platform } }) => {
      platform.showInFolder(await exportedFiles.get(sessionId, jobId));
      return {};
    },
  ),
] as const;
