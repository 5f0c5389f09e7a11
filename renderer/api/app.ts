/** The app itself: version, preferences, clipboard. */
import { useCallback } from 'react';
import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Preferences } from '../../shared/ipc/contract.ts';
import { cacheKey, call, on, query } from './client.ts';

export const clipboardKey = query('clipboard.state', {}).queryKey;
export const unkeptKey = query('app.unkept', {}).queryKey;
export const linkKey = query('app.link', {}).queryKey;
export const programsKey = query('programs.list', {}).queryKey;
export const connectAskedKey = ['app', 'connectAsked'] as const;
const preferencesKey = query('app.preferences', {}).queryKey;

/** Tray state: reports if the enabled tray is actually shown. */
export function trayQuery(wanted: boolean) {
  return query('app.tray', {}, { enabled: wanted });
}

/** Build details and licences of the app; queried only when the user views them. */
export function aboutQuery() {
  return query('app.about', {}, { staleTime: Infinity });
}

/** Preferences whose effect depends on the system, with the call that names it. */
const shownStates = [
  ['tray', 'app.tray'],
  ['quickAccess', 'app.quickAccess'],
] as const;

/** The change that was asked for last. */
let lastChange: Partial<Preferences> = {};

/** Returns a function that changes preferences. The UI updates at once and reverts if main refuses. */
export function useSetPreferences(): (change: Partial<Preferences>) => void {
  const client = useQueryClient();
  return useCallback(
    (change) => {
      lastChange = change;
      client.setQueryData<Preferences>(preferencesKey, (before) => before && { ...before, ...change });
      void call('app.setPreferences', change)
        .then((saved) => {
          // The answer to an earlier change would undo a later one on screen.
          if (change === lastChange) client.setQueryData(preferencesKey, saved);
          for (const [changed, name] of shownStates)
            if (change[changed] !== undefined)
              void client.invalidateQueries({ queryKey: cacheKey({}, name) });
        })
        // The refetch shows the saved preferences; main's own event reports a failed write.
        .catch(() => client.invalidateQueries({ queryKey: preferencesKey }));
    },
    [client],
  );
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

/** Listens for diagnostics copied from the application menu; the returned function unsubscribes. */
export function onDiagnosticsCopied(listener: () => void): () => void {
  return on('app.diagnosticsCopied', listener);
}

/** Copies non-secret text (a path, an error); it is not cleared. */
export async function copyText(text: string): Promise<void> {
  await call('clipboard.copyText', { text });
}
