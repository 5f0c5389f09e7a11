/** Logins as the page asks for them, and what is typed for them in the secure prompt. */
import type { LoginOptions } from '../../shared/vault/login.ts';
import type { LaunchedApp } from './app.ts';
import { callByHand, type Answered } from './bridge-calls.ts';

/** Opens a session as the page does. */
export function openByHand(launched: LaunchedApp, address: string, login: LoginOptions): Promise<Answered> {
  const tls = { useSystemStore: true, skipVerify: false };
  const target = { address, namespace: '', tls, timeoutMs: 30_000, proxy: 'direct' };
  return callByHand(launched.window, 'session.open', { target, name: login.type, colour: 'grey', login });
}

/**
 * Types into the fields of a prompt by their labels, and sends it. Letter by letter: what Playwright sends as a whole would
 * be in main's memory because of it.
 */
export async function typeInto(
  launched: LaunchedApp,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  await launched.answer(async (prompt) => {
    for (const [label, text] of Object.entries(fields)) {
      // Not exactly: an optional field says so in its label. And not the button that shows what is typed.
      const field = prompt.locator('input, textarea').and(prompt.getByLabel(label));
      await field.fill('');
      await field.pressSequentially(text);
    }
    await prompt.getByRole('button').last().click();
  });
}
