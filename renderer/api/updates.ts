/** New versions of the app: check, download, install. */
import type { QueryClient } from '@tanstack/react-query';
import type { UpdateMode, UpdateState } from '../../shared/ipc/contract/updates.ts';
import { call, query } from './client.ts';

export const updatesKey = query('updates.state', {}).queryKey;

/** Sets the update check mode; main asks in the secure prompt before contacting an address. */
export async function setUpdateMode(client: QueryClient, mode: UpdateMode): Promise<void> {
  remember(client, await call('updates.setMode', { mode }));
}

/** Sets another update address; main asks in the secure prompt. */
export async function setUpdateFeed(client: QueryClient, address: string): Promise<void> {
  remember(client, await call('updates.setFeed', { address }));
}

/** Checks for a new version now. */
export async function checkForUpdates(client: QueryClient): Promise<void> {
  remember(client, await call('updates.check', {}));
}

/** Downloads and verifies the version found. */
export async function downloadUpdate(client: QueryClient): Promise<void> {
  remember(client, await call('updates.download', {}));
}

/** Cancels a check or download. */
export async function cancelUpdate(client: QueryClient): Promise<void> {
  remember(client, await call('updates.cancel', {}));
}

/** Sets if the downloaded version is installed on quit. */
export async function setInstallAtQuit(client: QueryClient, on: boolean): Promise<void> {
  remember(client, await call('updates.setAtQuit', { on }));
}

/** Quits, installs and restarts; main asks in the secure prompt. */
export async function installUpdateNow(client: QueryClient): Promise<void> {
  remember(client, await call('updates.installNow', {}));
}

function remember(client: QueryClient, state: UpdateState): void {
  client.setQueryData(updatesKey, state);
}
