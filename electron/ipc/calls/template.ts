/** `template.*`: the keys that entries should have, and entries that differ. Values stay in main. */
import * as z from 'zod/mini';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { applyChanges, checkChanges } from '../../core/entries/content.ts';
import { refuseOtherEngine } from '../../core/entries/reading.ts';
import { folderOf, templatesOf } from '../../core/templates/find.ts';
import { deviationsOf, viewOfTemplate } from '../../core/templates/template.ts';
import { deviationsBelow } from '../../work/deviations.ts';
import { refuseLimitedUse } from '../../work/jobs.ts';
import { aSessionAndPerhapsAnEntry } from '../about.ts';
import { call } from '../call.ts';
import { change, read, reads } from '../presets.ts';
import { wholeEntryBytes } from '../sizes.ts';
import { atPath, changes, id, maybe, mountPath, pathText } from './fields.ts';

export const templateCalls = [
  read('template.of', atPath, async (session, { mount: at, path }, { signal }) => {
    const mount = await session.mounts.at(at, signal);
    refuseOtherEngine(mount);
    const template = await templatesOf(session, mount, signal).of(folderOf(path));
    return template === undefined ? {} : { template: viewOfTemplate(template) };
  }),
  call('template.check', {
    ...reads,
    input: z.strictObject({ ...atPath, entryId: maybe(id), changes }),
    about: aSessionAndPerhapsAnEntry,
    maxBytes: wholeEntryBytes,
    run: async ({ session, entry }, { mount: at, path, changes: typed }, { services, signal }) => {
      // A page that writes a template with a guess as its pattern would read the verdict.
      if (!services.gesture.asked())
        throw new AppFailure({ kind: 'cancelled', message: 'Not compared without a key press or click.' });
      const mount = await session.mounts.at(at, signal);
      const template = await templatesOf(session, mount, signal).of(folderOf(path));
      if (template === undefined) return [];
      const known = services.generated.filledIn(session.sessionId, typed);
      checkChanges(known);
      const before = entry === undefined ? [] : (await entry.content(signal)).members;
      return deviationsOf(template, applyChanges(before, known));
    },
  }),
  change(
    'template.deviations',
    { says: 'Read entries and compare them with their template', costs: 'gesture', asks: 'nothing' },
    { mount: mountPath, path: pathText },
    (session, { mount, path }, { services: { jobs, emit, paceFor } }) => {
      refuseLimitedUse(session.limitedUse, 'this comparison', 'entry');
      const jobId = jobs.startFindings(
        session.sessionId,
        (batch) => emit('template.deviated', batch),
        deviationsBelow(session, mount, path, paceFor(session)),
      );
      return { jobId };
    },
  ),
] as const;
