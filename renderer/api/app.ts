/** The app itself: what it is, the person's preferences, the clipboard. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ClipboardState, Preferences } from '../../shared/ipc/contract.ts';
import { call } from './client.ts';

export const clipboardKey = ['app', 'clipboard'] as const;
const preferencesKey = ['app', 'preferences'] as const;

/** Versions and kind of build. */
export function appInfoQuery() {
  return queryOptions({
    queryKey: ['app', 'info'] as const,
    queryFn: ({ signal }) => call('app.info', {}, signal),
  });
}

/** Theme, widths, clipboard seconds. */
export function preferencesQuery() {
  return queryOptions({
    queryKey: preferencesKey,
    queryFn: ({ signal }) => call('app.preferences', {}, signal),
  });
}

/** Changes some preferences; the screen shows the change at once. */
export function useSetPreferences() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Partial<Preferences>) => call('app.setPreferences', change),
    onMutate: (change) => {
      client.setQueryData<Preferences>(preferencesKey, (before) => before && { ...before, ...change });
    },
    onSuccess: (saved) => {
      client.setQueryData(preferencesKey, saved);
    },
    onError: () => client.invalidateQueries({ queryKey: preferencesKey }),
  });
}

/** What of ours is on the clipboard and until when; kept by main's events. */
export function clipboardQuery() {
  return queryOptions({
    queryKey: clipboardKey,
    queryFn: ({ signal }) => call('clipboard.state', {}, signal),
  });
}

/** Copies a text that is no secret (a path, an error); it is not cleared. */
export async function copyText(text: string): Promise<void> {
  await call('clipboard.copyText', { text });
}

/** Copies a credential that main holds, with timed clearing. */
export function copySecret(secretRef: string): Promise<ClipboardState> {
  return call('secret.copy', { secretRef });
}

/** Shows a credential in the trusted view; resolves when it is closed. */
export async function showSecret(secretRef: string): Promise<void> {
  await call('secret.show', { secretRef });
}
