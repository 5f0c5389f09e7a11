/** The app itself: what it is, the person's preferences, the clipboard. */
import { useCallback } from 'react';
import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { ClipboardState, Preferences } from '../../shared/ipc/contract.ts';
import { call, on } from './client.ts';

export const clipboardKey = ['app', 'clipboard'] as const;
export const unkeptKey = ['app', 'unkept'] as const;
export const connectAskedKey = ['app', 'connectAsked'] as const;
const preferencesKey = ['app', 'preferences'] as const;
const trayKey = ['app', 'tray'] as const;

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

/** Whether the tray that is wanted is shown. */
export function trayQuery(wanted: boolean) {
  return queryOptions({
    queryKey: [...trayKey, wanted] as const,
    queryFn: ({ signal }) => call('app.tray', {}, signal),
    enabled: wanted,
  });
}

/** What the app writes on this machine; asked for when a person looks. */
export function storedFilesQuery() {
  return queryOptions({
    queryKey: ['app', 'storedFiles'] as const,
    queryFn: ({ signal }) => call('app.storedFiles', {}, signal),
  });
}

/** What the app is made of; asked for when a person looks. */
export function aboutQuery() {
  return queryOptions({
    queryKey: ['app', 'about'] as const,
    queryFn: ({ signal }) => call('app.about', {}, signal),
    staleTime: Infinity,
  });
}

/** Answers what changes some preferences. The screen shows the change at once, and takes it back where main does not. */
export function useSetPreferences(): (change: Partial<Preferences>) => void {
  const client = useQueryClient();
  return useCallback(
    (change) => {
      client.setQueryData<Preferences>(preferencesKey, (before) => before && { ...before, ...change });
      void call('app.setPreferences', change)
        .then((saved) => {
          client.setQueryData(preferencesKey, saved);
          if (change.tray !== undefined) void client.invalidateQueries({ queryKey: trayKey });
        })
        // Read again, the settings show what is kept; a disk that refused is said by main's own event.
        .catch(() => client.invalidateQueries({ queryKey: preferencesKey }));
    },
    [client],
  );
}

/** What of the app's own files is not on disk; kept by main's events. */
export function unkeptQuery() {
  return queryOptions({
    queryKey: unkeptKey,
    queryFn: ({ signal }) => call('app.unkept', {}, signal),
  });
}

/** The address that a second start has named and no form has taken yet; null: none. Kept by main's events. */
export function connectAskedQuery() {
  return queryOptions({
    queryKey: connectAskedKey,
    queryFn: (): string | null => null,
    initialData: null,
  });
}

/** Notes that a form has taken it. */
export function useTakeConnectAsked(): () => void {
  const client = useQueryClient();
  return useCallback(() => void client.setQueryData(connectAskedKey, null), [client]);
}

/** Has main try again to write what is not on disk. */
export async function writeUnkept(client: QueryClient): Promise<void> {
  client.setQueryData(unkeptKey, await call('app.writeUnkept', {}));
}

/** Opens the user's guide in a window of its own. */
export async function showGuide(): Promise<void> {
  await call('app.showGuide', {});
}

/** Copies what a person may paste into a public issue. */
export async function copyDiagnostics(): Promise<void> {
  await call('app.copyDiagnostics', {});
}

/** Hears that they were copied from the application's menu; the returned function ends it. */
export function onDiagnosticsCopied(listener: () => void): () => void {
  return on('app.diagnosticsCopied', listener);
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
