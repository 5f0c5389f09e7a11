/** `search.*`: jobs over many folders and entries. */
import * as z from 'zod/mini';
import { longestSearch, searchModes } from '../../../shared/vault/search.ts';
import type { SearchTerms } from '../../../shared/vault/search.ts';
import { mostSelected } from '../../../shared/vault/selection.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import { startSearch, startValueSearch, goOnSearching } from '../../work/search/start.ts';
import type { StartParts } from '../../work/search/start.ts';
import type { Services } from '../../services/services.ts';
import { aSearch } from '../about.ts';
import { call } from '../call.ts';
import { read, reads } from '../presets.ts';
import { wholeEntryBytes } from '../sizes.ts';
import { id, inSession, pathText, selectedPlace } from './fields.ts';

const searchIn = z.strictObject({
  ...inSession,
  places: z.array(selectedPlace).check(z.maxLength(mostSelected)),
  text: z.string().check(z.maxLength(longestSearch)),
  mode: z.enum(searchModes),
  matchCase: z.boolean(),
  keys: z.boolean(),
  metadata: z.boolean(),
});

interface Stated extends SearchTerms {
  readonly places: readonly SelectedPlace[];
}

const stated = ({ places, text, mode, matchCase, keys, metadata }: Stated) => ({
  places,
  terms: { text, mode, matchCase, keys, metadata },
});

/** Names told at a time: as many as the palette shows. */
const MOST_TOLD = 60;

export const searchCalls = [
  read('names.search', { text: pathText }, ({ sessionId }, { text }, { services: { names } }) => {
    const { found, total } = names.find(sessionId, text, MOST_TOLD);
    return { places: found, total, ...names.state(sessionId) };
  }),
  call('search.start', {
    input: searchIn,
    ...reads,
    about: aSearch,
    asks: ['confirm'],
    maxBytes: wholeEntryBytes,
    run: async (session, input, { services, signal }) => {
      await services.gesture.spend('Search names', signal);
      return { jobId: startSearch(partsOf(services), session, stated(input)) };
    },
  }),
  call('search.startValues', {
    input: searchIn,
    ...reads,
    about: aSearch,
    asks: ['confirm', 'enter-fields'],
    maxBytes: wholeEntryBytes,
    run: async (session, input, { services, signal }) => {
      await services.gesture.spend('Search values', signal);
      const parts = { ...partsOf(services), ask: services.platform.ask };
      return { jobId: await startValueSearch(parts, session, stated(input), signal) };
    },
  }),
  read(
    'search.goOn',
    { jobId: id },
    async (session, { jobId }, { services, signal }) => {
      await services.gesture.spend('Go on searching', signal);
      return { jobId: goOnSearching(partsOf(services), session, jobId) };
    },
    { asks: ['confirm'] },
  ),
] as const;

function partsOf({ sessions, paceFor, jobs, searches, names, emit }: Services): StartParts {
  return {
    sessionOf: (sessionId) => sessions.get(sessionId),
    paceFor,
    jobs,
    searches,
    names,
    tell: (batch) => emit('search.found', batch),
  };
}
