/** Bridge calls as a hostile page makes them: any name, any input, without our own client in between. */
import type { Page } from '@playwright/test';
import type { EventName } from '../../shared/ipc/contract.ts';
import type { AppErrorKind } from '../../shared/ipc/result.ts';

/** Result of a call, as far as tests read it. */
export interface Answered {
  readonly ok: boolean;
  readonly value?: unknown;
  readonly error?: { readonly kind: AppErrorKind; readonly message: string };
}

/** As it crosses the bridge: some results come as the JSON text of their value. */
interface Crossed extends Answered {
  readonly json?: string;
}

/** Far above the ids that the page's own client counts up from. */
let lastCallId = 1_000_000;

/** A call id that is not used elsewhere. */
export function newCallId(): number {
  return ++lastCallId;
}

/** Makes one call in a page; `input` must be serialisable by Playwright. */
export function callInPage(
  page: Page,
  name: string,
  input: unknown,
  callId: unknown = newCallId(),
): Promise<Answered> {
  return page.evaluate(
    async ([called, given, id]) => {
      const call = window.strongroom.call as unknown as (...args: unknown[]) => Promise<Crossed>;
      const { json, ...answer } = await call(called, given, id);
      return json === undefined ? answer : { ...answer, value: JSON.parse(json) as unknown };
    },
    [name, input, callId] as const,
  );
}

/** The same after a real key press without effect: the gesture that a changing or prompting call needs. */
export async function callByHand(
  page: Page,
  name: string,
  input: unknown,
  callId: unknown = newCallId(),
): Promise<Answered> {
  await page.keyboard.press('Pause');
  return callInPage(page, name, input, callId);
}

/** Resolves at the next event of that name. It listens before whatever is asked of the page after this call. */
export async function nextEvent(page: Page, name: EventName): Promise<void> {
  await page.evaluate(
    (awaited) =>
      new Promise<void>((resolve) => {
        const end = window.strongroom.on((heard) => {
          if (heard !== awaited) return;
          end();
          resolve();
        });
      }),
    name,
  );
}
