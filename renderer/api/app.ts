/** The app itself: version, preferences, clipboard. */
import { useCallback } from 'react';
import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { ClipboardState, Preferences } from '../../shared/ipc/contract.ts';
import { call, on } from './client.ts';

export const clipboardKey = ['app', 'clipboard'] as const;
export const unkeptKey = ['app', 'unkept'] as const;
export const connectAskedKey = ['app', 'connectAsked'] as const;
const preferencesKey = ['app', 'preferences'] as const;
const trayKey = ['app', 'tray'] as const;

/** App version and build kind. */
export function appInfoQuery() {
  return queryOptions({
    queryKey: ['app', 'info'] as const,
    queryFn: ({ signal }) => call('app.info', {}, signal),
  });
}

/** User preferences: theme, widths, clipboard seconds. */
export function preferencesQuery() {
  return queryOptions({
    queryKey: preferencesKey,
    queryFn: ({ signal }) => call('app.preferences', {}, signal),
  });
}

/** Tray state: reports if the enabled tray is actually shown. */
export function trayQuery(wanted: boolean) {
  return queryOptions({
    queryKey: [...trayKey, wanted] as const,
    queryFn: ({ signal }) => call('app.tray', {}, signal),
    enabled: wanted,
  });
}

/** Files the app writes on this machine; queried only when the user views the list. */
export function storedFilesQuery() {
  return queryOptions({
    queryKey: ['app', 'storedFiles'] as const,
    queryFn: ({ signal }) => call('app.storedFiles', {}, signal),
  });
}

/** Build details and licences of the app; queried only when the user views them. */
export function aboutQuery() {
  return queryOptions({
    queryKey: ['app', 'about'] as const,
    queryFn: ({ signal }) => call('app.about', {}, signal),
    staleTime: Infinity,
  });
}

/** Returns a function that changes preferences. The UI updates at once and reverts if main refuses. */
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
        // The refetch shows the saved preferences; main's own event reports a failed write.
        .catch(() => client.invalidateQueries({ queryKey: preferencesKey }));
    },
    [client],
  );
}

/** App files not yet written to disk; updated by main's events. */
export function unkeptQuery() {
  return queryOptions({
    queryKey: unkeptKey,
    queryFn: ({ signal }) => call('app.unkept', {}, signal),
  });
}

/** Address passed by a second start of the app, not yet taken by a form; else null. Set by main's events. */
export function connectAskedQuery() {
  return queryOptions({
    queryKey: connectAskedKey,
    queryFn: (): string | null => null,
    initialData: null,
  });
}

/** Marks that address as taken by a form. */
export function useTakeConnectAsked(): () => void {
  const client = useQueryClient();
  return useCallback(() => void client.setQueryData(connectAskedKey, null), [client]);
}

/** Retries writing the unsaved app files. */
export async function writeUnkept(client: QueryClient): Promise<void> {
  client.setQueryData(unkeptKey, await call('app.writeUnkept', {}));
}

/** Opens the user guide in a separate window. */
export async function showGuide(): Promise<void> {
  await call('app.showGuide', {});
}

/** Copies diagnostics safe to paste into a public issue. */
export async function copyDiagnostics(): Promise<void> {
  await call('app.copyDiagnostics', {});
}

/** Listens for diagnostics copied from the application menu; the returned function unsubscribes. */
export function onDiagnosticsCopied(listener: () => void): () => void {
  return on('app.diagnosticsCopied', listener);
}

/** State of the app's own clipboard content and its clearing time; updated by main's events. */
export function clipboardQuery() {
  return queryOptions({
    queryKey: clipboardKey,
    queryFn: ({ signal }) => call('clipboard.state', {}, signal),
  });
}

/** Copies non-secret text (a path, an error); it is not cleared. */
export async function copyText(text: string): Promise<void> {
  await call('clipboard.copyText', { text });
}

/** Copies a credential that main holds, with timed clearing. */
export function copySecret(secretRef: string): Promise<ClipboardState> {
  return call('secret.copy', { secretRef });
}

/** Shows a credential in the secure prompt; resolves when the prompt closes. */
export async function showSecret(secretRef: string): Promise<void> {
  await call('secret.show', { secretRef });
}
