/**
 * `entry.*`: an entry for other tools and other people. Its values go to the clipboard and to the server, not to the
 * page.
 */
import * as z from 'zod/mini';
import { entryText } from '../../core/entries/entry-text.ts';
import { placeFacts } from '../../core/entries/open.ts';
import { shareEntry } from '../../core/wrapping/share-entry.ts';
import { onceOfEntry, readOfEntry } from '../presets.ts';
import { keyText, maybe } from './fields.ts';
import { recipient, wrapTtl } from './service-fields.ts';

export const entrySharingCalls = [
  readOfEntry(
    'entry.copyAs',
    { format: z.enum(['env', 'json', 'yaml', 'cli']) },
    async (entry, { format }, { services, signal }) => {
      const { text, warnings } = await entryText(entry, format, signal);
      const state = await services.platform.clipboard.copy({ text, facts: placeFacts(entry) }, signal);
      return { ...state, warnings };
    },
    { asks: ['confirm'] },
  ),
  // The names of all keys of a large entry.
  onceOfEntry(
    'entry.wrap',
    { says: 'Share an entry', asks: 'nothing', maxBytes: 8 * 1024 * 1024 },
    { keys: z.array(keyText).check(z.maxLength(20_000)), ttl: wrapTtl, recipient: maybe(recipient) },
    (entry, options, { services: { answers } }) => shareEntry(entry, answers, options),
  ),
] as const;
