/** `entry.*`: values from files, to files, and from pasted text. Paths stay in main. */
import { basename } from 'node:path';
import * as z from 'zod/mini';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { clipboardText, placeFacts, revealValue } from '../../core/entries/open.ts';
import {
  fileBytesOf,
  readValueFile,
  suggestedFileName,
  writeValueFile,
} from '../../core/entries/value-files.ts';
import { longestYaml } from '../../work/read-keys.ts';
import { nothing } from '../about.ts';
import { call } from '../call.ts';
import { readOfApp, readOfEntry, reads } from '../presets.ts';
import { wholeEntryBytes } from '../sizes.ts';
import { keyText, longText } from './fields.ts';

export const entryFileCalls = [
  readOfApp(
    'entry.valueFromFile',
    { as: z.enum(['auto', 'base64']) },
    async (_nothing, { as }, { services }) => {
      const path = await services.platform.chooseFile('value');
      if (path === undefined) throw noFile();
      return readValueFile(path, as);
    },
  ),
  readOfEntry(
    'entry.valueToFile',
    { key: keyText, as: z.enum(['text', 'decoded-base64']) },
    async (entry, { key, as }, { services, signal }) => {
      const rawJson = await revealValue(entry, key, signal);
      const bytes = fileBytesOf(key, rawJson, as);
      const facts = [{ name: 'Key', value: key }, ...placeFacts(entry)];
      // The entry's own form: the index knows credentials in base64, too.
      await services.platform.letIntoFile({ text: clipboardText(rawJson), facts }, signal);
      const suggested = suggestedFileName(entry.facts.path, key);
      const path = await services.platform.chooseSavePath('value', suggested);
      // Locked, or left, while the dialog was open.
      if (path === undefined || signal.aborted) throw noFile();
      await writeValueFile(path, bytes);
      return { fileName: basename(path) };
    },
    { asks: ['confirm'] },
  ),
  call('entry.parseKeys', {
    ...reads,
    input: z.strictObject({ text: longText, format: z.enum(['auto', 'env', 'json', 'yaml']) }).check(
      z.refine(({ text, format }) => format !== 'yaml' || text.length <= longestYaml, {
        path: ['text'],
        error: 'YAML is read up to 2 MiB.',
      }),
    ),
    about: nothing,
    maxBytes: wholeEntryBytes,
    // A reader of YAML takes some 20 times as long as one of JSON.
    run: (_nothing, { text, format }, { services }) =>
      services.runTask('parseKeysIn', { text, format }, text.length * 20),
  }),
] as const;

function noFile(): AppFailure {
  return new AppFailure({ kind: 'cancelled', message: 'No file was chosen.' });
}
