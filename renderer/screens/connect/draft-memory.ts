/**
 * What is typed for each connection, kept while the window's page lives: choosing another connection, or going back to
 * an open session, loses nothing.
 */
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Profile } from '../../../shared/vault/connection.ts';
import { differs, draftOfProfile, emptyDraft, isTouched } from './connect-draft.ts';
import type { ConnectDraft } from './connect-draft.ts';

interface DraftState {
  /** The connection in the form; undefined: one that is not remembered yet. */
  readonly chosenId: string | undefined;
  /** By profile id; `new` is the one that is not remembered yet. */
  readonly typed: Readonly<Record<string, ConnectDraft>>;
}

export interface Drafts {
  readonly draft: ConnectDraft;
  /** What the form would say of a remembered connection: as typed, else as remembered. */
  readonly draftOf: (profile: Profile) => ConnectDraft;
  /** The remembered connection in the form. */
  readonly profile: Profile | undefined;
  /** The form says something else than what is remembered. */
  readonly changed: boolean;
  readonly changedIds: ReadonlySet<string>;
  /** Something is typed for a connection that is not remembered yet. */
  readonly newTouched: boolean;
  readonly change: (next: Partial<ConnectDraft>) => void;
  /** Puts a remembered connection in the form, with what was typed for it; undefined: the new one. */
  readonly choose: (profileId: string | undefined) => void;
  /** Puts a whole draft for a new connection in the form. */
  readonly startFrom: (draft: ConnectDraft) => void;
  /** Puts an address into the form of a new connection, beside what is typed there. */
  readonly fill: (address: string) => void;
  /** What was typed in `typed` is remembered as `saved` now (or thrown away for it): puts that in the form. */
  readonly settle: (typed: ConnectDraft, saved: Profile) => void;
  /** Forgets what was typed for a connection that is no more. */
  readonly forget: (profileId: string) => void;
}

const newId = 'new';
const memory = new WeakMap<QueryClient, DraftState['typed']>();

export interface DraftsOptions {
  readonly profiles: readonly Profile[];
  /** The connection to begin with, where somebody asks for its settings. */
  readonly profileId: string | undefined;
  /** Address that a new connection begins with. */
  readonly address: string;
}

/** The draft in the form and those kept behind it. */
export function useDrafts({ profiles, profileId, address }: DraftsOptions): Drafts {
  const client = useQueryClient();
  // Who comes back to this screen wants another connection, or the settings of the one that is named.
  const [state, setState] = useState<DraftState>(() => ({
    chosenId: profileId,
    typed: memory.get(client) ?? {},
  }));
  const update = (next: (before: DraftState) => DraftState): void => {
    setState((before) => {
      const after = next(before);
      memory.set(client, after.typed);
      return after;
    });
  };

  const fill = useCallback(
    (to: string) => {
      const before = memory.get(client) ?? {};
      const typed = { ...before, [newId]: { ...(before[newId] ?? emptyDraft), address: to } };
      // At once: whoever asks may put another screen in the place of this one.
      memory.set(client, typed);
      setState({ chosenId: undefined, typed });
    },
    [client],
  );

  const profile = profiles.find((one) => one.profileId === state.chosenId);
  const key = profile?.profileId ?? newId;
  const unchanged = profile === undefined ? { ...emptyDraft, address } : draftOfProfile(profile);
  const draft = state.typed[key] ?? unchanged;
  const changedIds = new Set(
    profiles
      .filter((one) => {
        const typed = state.typed[one.profileId];
        return typed !== undefined && differs(typed, one);
      })
      .map((one) => one.profileId),
  );
  const newDraft = state.typed[newId];

  return {
    draft,
    draftOf: (one) => state.typed[one.profileId] ?? draftOfProfile(one),
    profile,
    changed: profile !== undefined && changedIds.has(profile.profileId),
    changedIds,
    newTouched: newDraft !== undefined && isTouched(newDraft),
    change: (next) => {
      update((before) => ({
        ...before,
        typed: { ...before.typed, [key]: { ...(before.typed[key] ?? unchanged), ...next } },
      }));
    },
    choose: (id) => update((before) => ({ ...before, chosenId: id })),
    fill,
    startFrom: (whole) =>
      update((before) => ({ chosenId: undefined, typed: { ...before.typed, [newId]: whole } })),
    settle: (typed, saved) => {
      update((before) => ({
        chosenId: saved.profileId,
        typed: without(before.typed, typed.profileId ?? newId),
      }));
    },
    forget: (id) => {
      update((before) => ({
        chosenId: before.chosenId === id ? undefined : before.chosenId,
        typed: without(before.typed, id),
      }));
    },
  };
}

function without(typed: DraftState['typed'], key: string): DraftState['typed'] {
  return Object.fromEntries(Object.entries(typed).filter(([one]) => one !== key));
}
