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
  read('template.of', atPath, async (session, { mount: at, path }, { services, signal }) => {
    const mount = await session.mounts.at(at, signal);
    refuseOtherEngine(mount);
    const { templateFiles: files } = services;
    const template = await templatesOf({ session, mount, files }, signal).of(folderOf(path));
    return template === undefined ? {} : { template: viewOfTemplate(template) };
  }),
  read('template.file', atPath, (session, place, { services }) => {
    const template = services.templateFiles.at({ session, folder: folderText(place) });
    return template === undefined ? {} : { template: viewOfTemplate(template) };
  }),
  change(
    'template.chooseFile',
    { says: 'Choose a template file', costs: 'gesture', asks: 'nothing' },
    atPath,
    async (session, place, { services, signal }) => {
      refuseOtherEngine(await session.mounts.at(place.mount, signal));
      const file = await services.platform.chooseFile('template');
      // Locked, or left, while the dialog was open.
      if (file === undefined || signal.aborted)
        throw new AppFailure({ kind: 'cancelled', message: 'No file was chosen.' });
      return viewOfTemplate(
        await services.templateFiles.choose({ session, folder: folderText(place) }, file),
      );
    },
  ),
  change(
    'template.forgetFile',
    { says: 'Remove a template file', costs: 'gesture', asks: 'nothing' },
    atPath,
    (session, place, { services }) => {
      services.templateFiles.forget({ session, folder: folderText(place) });
      return {};
    },
  ),
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
      const { templateFiles: files } = services;
      const template = await templatesOf({ session, mount, files }, signal).of(folderOf(path));
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
    (session, place, { services: { jobs, emit, paceFor, templateFiles: files } }) => {
      refuseLimitedUse(session.limitedUse, 'this comparison', 'entry');
      const jobId = jobs.startFindings(
        session.sessionId,
        (batch) => emit('template.deviated', batch),
        deviationsBelow(session, place, { pace: paceFor(session), files }),
      );
      return { jobId };
    },
  ),
] as const;

/** A folder as the files of its session know it. */
function folderText({ mount, path }: { readonly mount: string; readonly path: string }): string {
  return mount + (path === '' || path.endsWith('/') ? path : `${path}/`);
}
