/** The lock, and the operating system's keychain that a token may be kept in for unlocking. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Input, SessionView } from '../../shared/ipc/contract.ts';
import { call } from './client.ts';
import { rememberSession } from './session.ts';

export const lockKey = ['app', 'lock'] as const;

/** Whether the app is locked, since when and why; kept by main's events. */
export function lockQuery() {
  return queryOptions({
    queryKey: lockKey,
    queryFn: ({ signal }) => call('lock.state', {}, signal),
  });
}

/**
 * Locks now. What is being typed is handed to main first: losing the focus is what makes screens do that, and main
 * takes calls in their order.
 */
export async function lockNow(): Promise<void> {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  window.dispatchEvent(new Event('blur'));
  await call('lock.now', {});
}

/** Whether the operating system can keep a token for us, and why not. */
export function keychainQuery() {
  return queryOptions({
    queryKey: ['app', 'keychain'] as const,
    queryFn: ({ signal }) => call('keychain.state', {}, signal),
  });
}

/** Keeps a session's token in the keychain (main asks in the trusted view) or forgets it there. */
export async function keepInKeychain(
  client: QueryClient,
  input: Input<'keychain.keep'>,
): Promise<SessionView> {
  return rememberSession(client, await call('keychain.keep', input));
}
