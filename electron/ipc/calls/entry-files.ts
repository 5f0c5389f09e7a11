/** `entry.*`: values from files, to files, and from pasted text. Paths stay in main. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { basename } from 'node:path';
import { revealValue } from '../../core/entries/open.ts';
import {
  fileBytesOf,
  readValueFile,
  suggestedFileName,
  writeValueFile,
} from '../../core/entries/value-files.ts';
import { parseKeys } from '../../work/parse-keys.ts';
import type { Handlers } from '../../core/platform.ts';
import type { DeskParts } from './services-parts.ts';
import { sessionOfEntry } from './session-of-entry.ts';

type Names = 'valueFromFile' | 'valueToFile' | 'parseKeys';

/** Handlers of values that come from elsewhere, or go there. */
export function entryFileHandlers(parts: DeskParts): Pick<Handlers, `entry.${Names}`> {
  const { platform, entries } = parts;
  const sessionOf = sessionOfEntry(parts);
  return {
    'entry.valueFromFile': async ({ as }) => {
      const path = await platform.chooseFile('value');
      if (path === undefined) throw noFile();
      return readValueFile(path, as);
    },
    'entry.valueToFile': async ({ entryId, key, as }, { signal }) => {
      const rawJson = await revealValue(sessionOf(entryId), entries, entryId, key, signal);
      const bytes = fileBytesOf(key, rawJson, as);
      const suggested = suggestedFileName(entries.get(entryId).card.path, key);
      const path = await platform.chooseSavePath('value', suggested);
      // Locked, or left, while the dialog was open.
      if (path === undefined || signal.aborted) throw noFile();
      await writeValueFile(path, bytes);
      return { fileName: basename(path) };
    },
    'entry.parseKeys': ({ text, format }) => parseKeys(text, format),
  };
}

function noFile(): AppFailure {
  return new AppFailure({ kind: 'cancelled', message: 'No file was chosen.' });
}
