/** The latest search of each session, as far as it can be gone on with, and who searches values now. */
import type { Search, SearchedPlaces } from './run.ts';

/** Most places that a stopped search remembers; beyond it is started anew. */
const MOST_LEFT = 100_000;

export interface StoppedSearch extends Pick<Search, 'conditions' | 'needle'>, SearchedPlaces {
  readonly jobId: string;
}

export interface Searches {
  /** Begins to remember what a search leaves over; its earlier one of the session is forgotten. */
  readonly begin: (sessionId: string, search: Omit<StoppedSearch, keyof SearchedPlaces>) => void;
  readonly left: (sessionId: string, jobId: string, rest: SearchedPlaces) => void;
  /** The rest of a stopped search, once. */
  readonly take: (sessionId: string, jobId: string) => StoppedSearch | undefined;
  /** Reserves the values of sessions for one search; undefined while another has one of them. Returns the release. */
  readonly reserve: (sessionIds: readonly string[]) => (() => void) | undefined;
  readonly forget: (sessionId: string) => void;
}

/** Makes them, empty. */
export function createSearches(): Searches {
  const stopped = new Map<string, StoppedSearch>();
  const reserved = new Set<string>();
  return {
    begin: (sessionId, search) => void stopped.set(sessionId, { ...search, places: [], namespaces: [] }),
    left: (sessionId, jobId, rest) => {
      const search = stopped.get(sessionId);
      if (search?.jobId !== jobId) return;
      const places = [...search.places, ...rest.places];
      const namespaces = [...search.namespaces, ...rest.namespaces];
      // Going on with a part of the rest would end as if it were all of it.
      if (places.length + namespaces.length > MOST_LEFT) stopped.delete(sessionId);
      else stopped.set(sessionId, { ...search, places, namespaces });
    },
    take: (sessionId, jobId) => {
      const search = stopped.get(sessionId);
      if (search?.jobId !== jobId || search.places.length + search.namespaces.length === 0) return undefined;
      stopped.delete(sessionId);
      return search;
    },
    reserve: (sessionIds) => {
      if (sessionIds.some((sessionId) => reserved.has(sessionId))) return undefined;
      for (const sessionId of sessionIds) reserved.add(sessionId);
      return () => {
        for (const sessionId of sessionIds) reserved.delete(sessionId);
      };
    },
    forget: (sessionId) => void stopped.delete(sessionId),
  };
}
