/**
 * `entry.*`: an entry for other tools and other people. Its values go to the clipboard and to the server, not to the
 * page.
 */
import * as z from 'zod/mini';
import { entryText } from '../../core/entries/entry-text.ts';
import { placeFacts } from '../../core/entries/open.ts';
import { shareEntry } from '../../core/wrapping/share-entry.ts';
import { anOpenEntry } from '../about.ts';
import { call } from '../call.ts';
import { id, keyText } from './fields.ts';
import { wrapTtl } from './service-fields.ts';

export const entrySharingCalls = [
  call('entry.copyAs', {
    input: z.strictObject({ entryId: id, format: z.enum(['env', 'json', 'yaml', 'cli']) }),
    effect: 'read',
    about: anOpenEntry,
    whenLocked: 'refused',
    asks: ['confirm'],
    run: async (entry, { format }, { services, signal }) => {
      const { text, warnings } = await entryText(entry, format, signal);
      const state = await services.platform.clipboard.copy({ text, facts: placeFacts(entry) }, signal);
      return { ...state, warnings };
    },
  }),
  call('entry.wrap', {
    input: z.strictObject({ entryId: id, keys: z.array(keyText).check(z.maxLength(20_000)), ttl: wrapTtl }),
    effect: 'once',
    says: 'Share an entry',
    about: anOpenEntry,
    whenLocked: 'refused',
    asks: 'nothing',
    // The names of all keys of a large entry.
    maxBytes: 8 * 1024 * 1024,
    run: (entry, { keys, ttl }, { services: { answers } }) => shareEntry(entry, answers, { keys, ttl }),
  }),
] as const;
