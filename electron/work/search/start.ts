/** Starts searches: of names by a gesture, of values by a text that the user types in the secure prompt. */
import type { FoundGroup, SearchBatch, SearchCounts } from '../../../shared/ipc/contract/search.ts';
import { prose } from '../../../shared/ipc/prompt-notes.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { PromptFact } from '../../../shared/ipc/trusted-contract.ts';
import { grouped } from '../../../shared/vault/counted.ts';
import { longestSearch } from '../../../shared/vault/search.ts';
import type { SearchMode, SearchTerms } from '../../../shared/vault/search.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import type { NameIndex } from '../../core/names/name-index.ts';
import type { Ask } from '../../core/platform.ts';
import type { Session } from '../../core/session/session.ts';
import { refuseLimitedUse } from '../jobs.ts';
import type { Jobs } from '../jobs.ts';
import { conditionsOf } from './conditions.ts';
import { matcherOf } from './matchers.ts';
import type { Matcher } from './matchers.ts';
import { runSearch } from './run.ts';
import type { NamespaceToSearch, Search, SearchedPlaces, SearchParts } from './run.ts';
import type { Searches } from './searches.ts';

export interface StartParts extends SearchParts {
  readonly jobs: Jobs;
  readonly searches: Searches;
  readonly names: NameIndex;
  /** Name of the field of custom metadata that holds an entry's owner: a setting. */
  readonly ownerField: string;
  readonly tell: (batch: SearchBatch) => void;
}

/** A search as a page states it. */
export interface Stated {
  readonly terms: SearchTerms;
  readonly places: readonly SelectedPlace[];
  /** All mounts of the namespaces below each of the sessions, too. */
  readonly namespacesBelow?: boolean | undefined;
}

const none: SearchCounts = {
  foldersRead: 0,
  foldersWaiting: 0,
  namesSeen: 0,
  entriesRead: 0,
  entriesWaiting: 0,
};

/** Starts a search of names, and of keys and metadata if the terms want them. Throws for bad patterns. */
export function startSearch(
  parts: StartParts,
  session: Session,
  { terms, places, namespacesBelow }: Stated,
): string {
  const conditions = conditionsOf(terms, parts.ownerField);
  for (const { sessionId } of places) refuseLimitedUse(parts.sessionOf(sessionId).limitedUse);
  const namespaces = namespacesOf(parts, places, namespacesBelow);
  return begin(parts, session.sessionId, { conditions, places, namespaces });
}

/** Starts a search of values after the prompt. Rejects with `cancelled`; `invalid-request` while another runs. */
export async function startValueSearch(
  parts: StartParts & { readonly ask: Ask },
  session: Session,
  { terms, places, namespacesBelow }: Stated,
  signal: AbortSignal,
): Promise<string> {
  const conditions = conditionsOf(terms, parts.ownerField, true);
  const sessions = [...new Set(places.map(({ sessionId }) => sessionId))].map(parts.sessionOf);
  for (const one of sessions) refuseLimitedUse(one.limitedUse, 'a search of values', 'entry');
  const release = parts.searches.reserve(sessions.map(({ sessionId }) => sessionId));
  if (release === undefined) throw new AppFailure(oneAtATime);
  try {
    const taken = places.filter(({ mount }) => conditions.takesMount(mount));
    const namespaces = namespacesOf(parts, places, namespacesBelow);
    const facts = factsOf(parts.names, sessions, { places: taken, namespaces }, terms);
    const needle = await enterNeedle(parts.ask, facts, terms, signal);
    return begin(parts, session.sessionId, { conditions, places: taken, namespaces, needle }, release);
  } catch (failure) {
    release();
    throw failure;
  }
}

/** The namespaces that a search begins at. Throws `not-offered` for a server without namespaces. */
function namespacesOf(
  { sessionOf }: StartParts,
  places: readonly SelectedPlace[],
  below: boolean | undefined,
): readonly NamespaceToSearch[] {
  if (below !== true) return [];
  return [...new Set(places.map(({ sessionId }) => sessionId))].map((sessionId) => {
    const { health, namespace } = sessionOf(sessionId).view();
    if (!health.namespaces)
      throw new AppFailure({ kind: 'not-offered', message: 'This server has no namespaces.' });
    return { sessionId, namespace, entered: false };
  });
}

/** Goes on with the rest of a stopped search. Throws `invalid-input` if nothing of it is left. */
export function goOnSearching(parts: StartParts, session: Session, jobId: string): string {
  const rest = parts.searches.take(session.sessionId, jobId);
  if (rest === undefined)
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'jobId',
      message: 'Nothing is left of this search, or too much to go on with. Start it again, further down.',
    });
  const ids = [...new Set([...rest.places, ...rest.namespaces].map(({ sessionId }) => sessionId))];
  const release = rest.needle === undefined ? undefined : parts.searches.reserve(ids);
  if (rest.needle !== undefined && release === undefined) throw new AppFailure(oneAtATime);
  return begin(parts, session.sessionId, rest, release);
}

const oneAtATime = {
  kind: 'invalid-request',
  message: 'A search of values is running in this session. Nothing was started.',
  hint: 'Wait for its end, or cancel it.',
} as const;

function begin(
  parts: StartParts,
  sessionId: string,
  { conditions, places, namespaces, needle }: Omit<Search, 'left'>,
  ended: () => void = () => undefined,
): string {
  const { jobs, searches, tell } = parts;
  const pattern = { conditions, ...(needle !== undefined && { needle }) };
  const jobId = jobs.startWalk<FoundGroup, SearchCounts>(sessionId, none, tell, async (report) => {
    const left: Search['left'] = (rest) => searches.left(sessionId, jobId, rest);
    try {
      return await runSearch(parts, { ...pattern, places, namespaces, left }, report);
    } finally {
      ended();
    }
  });
  searches.begin(sessionId, { jobId, ...pattern });
  return jobId;
}

const modeNames: Readonly<Record<SearchMode, string>> = {
  text: 'any part of a value',
  word: 'whole words',
  glob: 'a pattern with * and ?',
  expression: 'a regular expression',
};

function factsOf(
  names: NameIndex,
  sessions: readonly Session[],
  { places, namespaces }: SearchedPlaces,
  terms: SearchTerms,
): readonly PromptFact[] {
  const wheres = places.slice(0, 3).map(({ mount, path }) => mount + path);
  const more = places.length - wheres.length;
  const known = places.map(({ sessionId, mount, path }) =>
    path === '' || path.endsWith('/') ? names.entriesBelow(sessionId, mount, path) : 1,
  );
  const reads = known.reduce(
    (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
    namespaces.length === 0 ? 0 : undefined,
  );
  return [
    {
      name: sessions.length === 1 ? 'Connection' : 'Connections',
      value: sessions.map((one) => one.view().name).join(', '),
    },
    { name: 'Where', value: `${wheres.join(', ')}${more > 0 ? ` and ${grouped(more)} more` : ''}` },
    ...(namespaces.length === 0 ? [] : [prose('Namespaces', 'all mounts of those below, too')]),
    ...(terms.text === '' ? [] : [{ name: 'Only entries', value: terms.text }]),
    prose('Match', modeNames[terms.mode]),
    prose(
      'Reads',
      reads === undefined ? 'not known: some folders have not been listed' : `at most ${grouped(reads)}`,
    ),
  ];
}

/** Asks for the text, again while it is no pattern. */
async function enterNeedle(
  ask: Ask,
  facts: readonly PromptFact[],
  terms: SearchTerms,
  signal: AbortSignal,
): Promise<Matcher> {
  let problem: string | undefined;
  for (;;) {
    const answer = await ask(
      {
        kind: 'enter-fields',
        title: 'Search values?',
        facts,
        intro: ['The audit log will show each read.'],
        fields: [{ name: 'text', label: 'Text to find', secret: true }],
        action: 'Read and search',
        ...(problem !== undefined && { problem }),
      },
      signal,
    );
    if (answer.kind !== 'fields')
      throw new AppFailure({ kind: 'cancelled', message: 'Cancelled. Nothing was read.' });
    const text = answer.values['text'] ?? '';
    if (text !== '' && text.length <= longestSearch) {
      try {
        return matcherOf({ text, at: 0 }, terms);
      } catch (failure) {
        if (!(failure instanceof AppFailure)) throw failure;
        problem = failure.error.message;
      }
    } else problem = text === '' ? 'Type what to look for.' : 'The text is too long.';
  }
}
