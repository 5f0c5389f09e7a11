/**
 * Input of each connection, kept while the window's page lives: choosing another connection, or returning to an open
 * session, loses nothing.
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
  /** Drafts by profile id; `new` is the one that is not remembered yet. */
  readonly typed: Readonly<Record<string, ConnectDraft>>;
}

export interface Drafts {
  readonly draft: ConnectDraft;
  /** The form of a remembered connection: as typed, else as remembered. */
  readonly draftOf: (profile: Profile) => ConnectDraft;
  /** The remembered connection in the form. */
  readonly profile: Profile | undefined;
  /** The form differs from the remembered connection. */
  readonly changed: boolean;
  readonly changedIds: ReadonlySet<string>;
  /** The user has changed the form of a connection that is not remembered yet. */
  readonly newTouched: boolean;
  readonly change: (next: Partial<ConnectDraft>) => void;
  /** Shows a remembered connection with its unsaved input; undefined: the new one. */
  readonly choose: (profileId: string | undefined) => void;
  /** Replaces the draft of a new connection and shows it. */
  readonly startFrom: (draft: ConnectDraft) => void;
  /** Sets the address of the new connection and shows it, keeping its other input. */
  readonly fill: (address: string) => void;
  /** Shows `saved` without unsaved input: the draft `typed` was saved as it, or discarded for it. */
  readonly settle: (typed: ConnectDraft, saved: Profile) => void;
  /** Forgets the input of a connection that was removed. */
  readonly forget: (profileId: string) => void;
}

const newId = 'new';
const memory = new WeakMap<QueryClient, DraftState['typed']>();

export interface DraftsOptions {
  readonly profiles: readonly Profile[];
  /** The connection to start with, if its settings were requested. */
  readonly profileId: string | undefined;
  /** Initial address of a new connection. */
  readonly address: string;
}

/** The draft in the form and those stored behind it. */
export function useDrafts({ profiles, profileId, address }: DraftsOptions): Drafts {
  const client = useQueryClient();
  // A user who returns here wants another connection, or the settings of the named one.
  const [state, setState] = useState<DraftState>(() => ({
    chosenId: profileId,
    typed: memory.get(client) ?? {},
  }));
  const update = (next: (before: DraftState) => DraftState): void => {
    // At once: a login can close this screen, and React runs no update of a closed one.
    memory.set(client, next({ chosenId: state.chosenId, typed: memory.get(client) ?? {} }).typed);
    setState(next);
  };

  const fill = useCallback(
    (to: string) => {
      const before = memory.get(client) ?? {};
      const typed = { ...before, [newId]: { ...(before[newId] ?? emptyDraft), address: to } };
      // At once: the caller can replace this screen by another.
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
