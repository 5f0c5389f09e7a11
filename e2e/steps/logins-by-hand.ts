/** Logins through the page's calls, and the input for them in the secure prompt. */
import type { LoginOptions } from '../../shared/vault/login.ts';
import type { LaunchedApp } from './app.ts';
import { callByHand, type Answered } from './bridge-calls.ts';

/** Opens a session with the page's call. */
export function openByHand(launched: LaunchedApp, address: string, login: LoginOptions): Promise<Answered> {
  const tls = { useSystemStore: true, skipVerify: false };
  const target = { address, namespace: '', tls, timeoutMs: 30_000, proxy: 'direct' };
  return callByHand(launched.window, 'session.open', { target, name: login.type, colour: 'grey', login });
}

/**
 * Types into the fields of a prompt, by label, and submits it. Letter by letter: Playwright would put a text sent as
 * a whole into main's memory.
 */
export async function typeInto(
  launched: LaunchedApp,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  await launched.answer(async (prompt) => {
    for (const [label, text] of Object.entries(fields)) {
      // Not exact: the label of an optional field says so. The locator excludes the button that reveals the input.
      const field = prompt.locator('input, textarea').and(prompt.getByLabel(label));
      await field.fill('');
      await field.pressSequentially(text);
    }
    await prompt.getByRole('button').last().click();
  });
}
