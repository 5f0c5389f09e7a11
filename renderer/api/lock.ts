/** The app lock, and the OS keychain that can keep a token for unlocking. */
import type { QueryClient } from '@tanstack/react-query';
import type { Input, SessionView } from '../../shared/ipc/contract.ts';
import { call, query } from './client.ts';
import { rememberSession } from './session.ts';

export const lockKey = query('lock.state', {}).queryKey;

/** Locks now. Screens hand typed input to main first: losing focus triggers that, and main handles calls in order. */
export async function lockNow(): Promise<void> {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  window.dispatchEvent(new Event('blur'));
  await call('lock.now', {});
}

/** Keeps a session's token in the keychain (main asks in the secure prompt) or removes it. */
export async function keepInKeychain(
  client: QueryClient,
  input: Input<'keychain.keep'>,
): Promise<SessionView> {
  return rememberSession(client, await call('keychain.keep', input));
}
