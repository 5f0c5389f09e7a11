/** New versions of the app: how they are looked for, what was found, and what becomes of it. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { UpdateMode, UpdateState } from '../../shared/ipc/contract/updates.ts';
import { call } from './client.ts';

export const updatesKey = ['app', 'updates'] as const;

/** What is known of updates; kept by main's events. */
export function updatesQuery() {
  return queryOptions({
    queryKey: updatesKey,
    queryFn: ({ signal }) => call('updates.state', {}, signal),
  });
}

/** Chooses how new versions are looked for; main asks in the secure prompt before an address is contacted. */
export async function setUpdateMode(client: QueryClient, mode: UpdateMode): Promise<void> {
  remember(client, await call('updates.setMode', { mode }));
}

/** Looks for new versions at another address; main asks in the secure prompt. */
export async function setUpdateFeed(client: QueryClient, address: string): Promise<void> {
  remember(client, await call('updates.setFeed', { address }));
}

/** Looks for a new version now. */
export async function checkForUpdates(client: QueryClient): Promise<void> {
  remember(client, await call('updates.check', {}));
}

/** Downloads and verifies what was found. */
export async function downloadUpdate(client: QueryClient): Promise<void> {
  remember(client, await call('updates.download', {}));
}

/** Ends a look or a download. */
export async function cancelUpdate(client: QueryClient): Promise<void> {
  remember(client, await call('updates.cancel', {}));
}

/** Has what is downloaded installed at the end of this run, or not. */
export async function setInstallAtQuit(client: QueryClient, on: boolean): Promise<void> {
  remember(client, await call('updates.setAtQuit', { on }));
}

/** Quits, installs and starts again; main asks in the secure prompt. */
export async function installUpdateNow(client: QueryClient): Promise<void> {
  remember(client, await call('updates.installNow', {}));
}

function remember(client: QueryClient, state: UpdateState): void {
  client.setQueryData(updatesKey, state);
}
