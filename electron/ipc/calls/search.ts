/** `search.*`: jobs over many folders and entries. */
import * as z from 'zod/mini';
import { longestSearch, searchModes } from '../../../shared/vault/search.ts';
import type { SearchTerms } from '../../../shared/vault/search.ts';
import { mostSelected } from '../../../shared/vault/selection.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import { seedNames } from '../../core/names/seed-names.ts';
import { ownerOf } from '../../services/workspace-owner.ts';
import { startSearch, startValueSearch, goOnSearching } from '../../work/search/start.ts';
import type { StartParts } from '../../work/search/start.ts';
import type { Services } from '../../services/services.ts';
import { aSearch } from '../about.ts';
import { call } from '../call.ts';
import { change, read } from '../presets.ts';
import { wholeEntryBytes } from '../sizes.ts';
import { id, inSession, maybe, pathText, selectedPlace } from './fields.ts';

const searchIn = z.strictObject({
  ...inSession,
  places: z.array(selectedPlace).check(z.maxLength(mostSelected)),
  text: z.string().check(z.maxLength(longestSearch)),
  mode: z.enum(searchModes),
  matchCase: z.boolean(),
  keys: z.boolean(),
  metadata: z.boolean(),
  namespacesBelow: maybe(z.boolean()),
});

interface Stated extends SearchTerms {
  readonly places: readonly SelectedPlace[];
  readonly namespacesBelow?: boolean | undefined;
}

const stated = ({ places, text, mode, matchCase, keys, metadata, namespacesBelow }: Stated) => ({
  places,
  namespacesBelow,
  terms: { text, mode, matchCase, keys, metadata },
});

/** A search is a job that main keeps, and each costs a gesture: a page cannot find a value letter by letter. */
const begins = { effect: 'changes-here', costs: 'gesture', whenLocked: 'refused' } as const;

/** Names told at a time: as many as the palette shows. */
const MOST_TOLD = 60;

export const searchCalls = [
  read('names.search', { text: pathText }, async (session, { text }, { services: { names }, signal }) => {
    await seedNames(names, session, signal);
    const { sessionId } = session;
    const { found, total } = names.find(sessionId, text, MOST_TOLD);
    return { places: found, total, ...names.state(sessionId) };
  }),
  call('search.start', {
    input: searchIn,
    ...begins,
    says: 'Search names',
    about: aSearch,
    asks: 'nothing',
    maxBytes: wholeEntryBytes,
    run: (session, input, { services }) => ({
      jobId: startSearch(partsOf(services), session, stated(input)),
    }),
  }),
  call('search.startValues', {
    input: searchIn,
    ...begins,
    says: 'Search values',
    about: aSearch,
    asks: ['enter-fields'],
    maxBytes: wholeEntryBytes,
    run: async (session, input, { services, signal }) => {
      const parts = { ...partsOf(services), ask: services.platform.ask };
      return { jobId: await startValueSearch(parts, session, stated(input), signal) };
    },
  }),
  change(
    'search.goOn',
    { says: 'Go on searching', costs: 'gesture', asks: 'nothing' },
    { jobId: id },
    (session, { jobId }, { services }) => ({ jobId: goOnSearching(partsOf(services), session, jobId) }),
  ),
] as const;

function partsOf(services: Services): StartParts {
  const { sessions, paceFor, jobs, searches, names, preferences, emit } = services;
  return {
    seedsBelow: async (session, mount, folder, signal) => {
      await seedNames(names, session, signal);
      const { sessionId } = session;
      const { favourites, recents } = services.workspaces.load(ownerOf(session, services));
      const places = [...favourites, ...recents].filter((place) => place.mount.path === mount);
      const below = places
        .map(({ path }) => path)
        .filter((path) => path !== folder && path.startsWith(folder));
      return [...new Set([...names.seedsBelow(sessionId, mount, folder), ...below])];
    },
    sessionOf: (sessionId) => sessions.get(sessionId),
    paceFor,
    jobs,
    searches,
    names,
    ownerField: preferences.get().reminderNames.owner,
    tell: (batch) => emit('search.found', batch),
  };
}
