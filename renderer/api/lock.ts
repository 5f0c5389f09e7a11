/** The app lock, and the OS keychain that can keep a token for unlocking. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Input, SessionView } from '../../shared/ipc/contract.ts';
import { call } from './client.ts';
import { rememberSession } from './session.ts';

export const lockKey = ['app', 'lock'] as const;

/** Lock state with its time and reason; updated by main's events. */
export function lockQuery() {
  return queryOptions({
    queryKey: lockKey,
    queryFn: ({ signal }) => call('lock.state', {}, signal),
  });
}

/** Locks now. Screens hand typed input to main first: losing focus triggers that, and main handles calls in order. */
export async function lockNow(): Promise<void> {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  window.dispatchEvent(new Event('blur'));
  await call('lock.now', {});
}

/** Availability of the OS keychain, with the reason if it cannot keep a token. */
export function keychainQuery() {
  return queryOptions({
    queryKey: ['app', 'keychain'] as const,
    queryFn: ({ signal }) => call('keychain.state', {}, signal),
  });
}

/** Keeps a session's token in the keychain (main asks in the secure prompt) or removes it. */
export async function keepInKeychain(
  client: QueryClient,
  input: Input<'keychain.keep'>,
): Promise<SessionView> {
  return rememberSession(client, await call('keychain.keep', input));
}
