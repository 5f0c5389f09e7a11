/**
 * Badges of connections and sessions: the connection's letters, the namespace if its token is open in several, and a
 * number if sessions would otherwise look the same.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { Profile } from '../../../shared/vault/connection.ts';
import { query } from '../../api/client.ts';
import { groupsOf } from '../../workspace/session-groups.ts';
import { tellApart } from '../../../shared/vault/badge-letters.ts';
import { namespaceName } from './namespace-name.ts';

export interface Badge {
  /** One to four characters, unique per connection. */
  readonly letters: string;
  /** Number from the second session of the same connection (and namespace) on; undefined for the first. */
  readonly number: number | undefined;
  /** Last part of the namespace, if another session has the same token. */
  readonly namespace?: string;
}

type SessionIdentity = Pick<
  SessionView,
  'sessionId' | 'profileId' | 'name' | 'address' | 'namespace' | 'token' | 'health'
>;

export interface Badges {
  /** Letters by profile id. */
  readonly ofProfile: ReadonlyMap<string, string>;
  /** By session id. */
  readonly ofSession: ReadonlyMap<string, Badge>;
  /** All assigned letters by connection: the `given` of the next call. */
  readonly given: Given;
}

/** Letters by connection and name: renaming assigns new ones. */
type Given = ReadonlyMap<string, string>;

/** Badges of all saved connections, in the order saved, and of sessions, in the order opened. */
export function badgesOf(
  profiles: readonly Pick<Profile, 'profileId' | 'name'>[],
  sessions: readonly SessionIdentity[],
  given: Given = new Map(),
): Badges {
  const names = new Map(profiles.map(({ profileId, name }) => [profileId, name]));
  const own = ({ profileId, name, address, namespace }: SessionIdentity): string =>
    profileId !== undefined && names.has(profileId) ? profileId : JSON.stringify([name, address, namespace]);
  // Sessions of one token belong to one connection: that of the first, from which the others were opened.
  const groups = groupsOf(sessions).filter((group) => group.length > 1);
  const firsts = new Map(groups.flatMap(([first, ...more]) => more.map((one) => [one, first ?? one])));
  const keyOf = (session: SessionIdentity): string => own(firsts.get(session) ?? session);
  const inGroup = new Set(groups.flat());
  for (const session of sessions) names.set(keyOf(session), names.get(keyOf(session)) ?? session.name);
  const givenKeys = [...names].map(([key, name]) => JSON.stringify([key, name]));
  const letters = tellApart(
    [...names.values()],
    givenKeys.map((key) => given.get(key)),
  );
  const lettersOf = new Map([...names.keys()].map((key, index) => [key, letters[index] ?? '?']));

  const counts = new Map<string, number>();
  const ofSession = new Map<string, Badge>();
  for (const session of sessions) {
    const key = keyOf(session);
    const namespace = inGroup.has(session) ? lastPart(session.namespace) : undefined;
    const looks = JSON.stringify([key, namespace]);
    const number = (counts.get(looks) ?? 0) + 1;
    counts.set(looks, number);
    ofSession.set(session.sessionId, {
      letters: lettersOf.get(key) ?? '?',
      number: number === 1 ? undefined : number,
      ...(namespace === undefined ? {} : { namespace }),
    });
  }
  return {
    ofProfile: new Map(profiles.map(({ profileId }) => [profileId, lettersOf.get(profileId) ?? '?'])),
    ofSession,
    given: new Map(givenKeys.map((key, index) => [key, letters[index] ?? '?'])),
  };
}

function lastPart(namespace: string): string {
  return namespaceName(namespace.slice(namespace.lastIndexOf('/') + 1));
}

/** Badges assigned by this page: an open session keeps its badge when another connection is saved. */
const memory = new WeakMap<QueryClient, Given>();

/** Badges of these sessions and of all saved connections. */
export function useBadges(sessions: readonly SessionView[] = noSessions): Badges {
  const profiles = useQuery(query('profile.list', {})).data ?? noProfiles;
  const client = useQueryClient();
  const badges = useMemo(
    () => badgesOf(profiles, sessions, memory.get(client)),
    [client, profiles, sessions],
  );
  useEffect(() => {
    memory.set(client, new Map([...(memory.get(client) ?? []), ...badges.given]));
  }, [client, badges]);
  return badges;
}

const noSessions: readonly SessionView[] = [];
const noProfiles: readonly Profile[] = [];
