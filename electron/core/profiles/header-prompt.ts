/** The secure prompt for the value of an extra header. */
import { checkHeaderValue } from '../../vault/http/extra-headers.ts';
import { cancelled } from '../connection/connect.ts';
import type { Ask } from '../platform.ts';
import type { Bound } from './sealed-headers.ts';

/** Asks until a valid value is typed; `of`: names its connection. Rejects with `cancelled`. */
export async function askForHeader(
  ask: Ask,
  bound: Bound,
  of: string,
  signal?: AbortSignal,
): Promise<string> {
  let problem: string | undefined;
  for (;;) {
    const answer = await ask(
      {
        kind: 'enter-fields',
        title: 'Value of an extra header',
        action: 'Use it',
        intro: [
          `It is sent as ${bound.name} with every request ${of}to ${bound.origin} and its confirmed nodes.`,
          'The keychain keeps it with a saved connection; without a keychain, Strongroom asks for it after each start.',
        ],
        fields: [{ name: 'value', label: 'Value', secret: true }],
        ...(problem === undefined ? {} : { problem }),
      },
      signal,
    );
    if (answer.kind !== 'fields') throw cancelled();
    const value = answer.values['value'] ?? '';
    const checked = checkHeaderValue(bound.name, value);
    if (checked.ok) return value;
    problem = checked.error.message;
  }
}
