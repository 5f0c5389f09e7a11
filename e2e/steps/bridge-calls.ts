/** Calls over the bridge as a hostile page would make them: any name, any input, no client of ours in between. */
import type { Page } from '@playwright/test';
import type { AppErrorKind } from '../../shared/ipc/result.ts';

/** What came back, as far as tests look at it. */
export interface Answered {
  readonly ok: boolean;
  readonly value?: unknown;
  readonly error?: { readonly kind: AppErrorKind; readonly message: string };
}

/** As it crosses: some answers come as the JSON text of their value. */
interface Crossed extends Answered {
  readonly json?: string;
}

/** Far above the ids that the page's own client counts up from. */
let lastCallId = 1_000_000;

/** A call id that nobody else uses. */
export function newCallId(): number {
  return ++lastCallId;
}

/** Makes one call in a page; `input` must be what Playwright can carry. */
export function callInPage(
  page: Page,
  name: string,
  input: unknown,
  callId: unknown = newCallId(),
): Promise<Answered> {
  return page.evaluate(
    async ([called, given, id]) => {
      const [domain = '', verb = ''] = called.split('.');
      const bridge = (window as unknown as { strongroom: unknown }).strongroom as Record<
        string,
        Record<string, (input: unknown, callId: unknown) => Promise<Crossed>>
      >;
      const method = bridge[domain]?.[verb];
      if (method === undefined) throw new Error(`there is no ${called}`);
      const { json, ...answer } = await method(given, id);
      return json === undefined ? answer : { ...answer, value: JSON.parse(json) as unknown };
    },
    [name, input, callId] as const,
  );
}

/** The same after a key that a person presses in the window, one that no screen knows: what a call costs that changes something, or that asks. */
export async function callByHand(
  page: Page,
  name: string,
  input: unknown,
  callId: unknown = newCallId(),
): Promise<Answered> {
  await page.keyboard.press('Pause');
  return callInPage(page, name, input, callId);
}
