/**
 * The body of a request that a page has composed, as the prompt shows it that asks about the request: what a person agrees
 * to is what is sent, whatever the page shows beside it.
 */
import type { SentText } from '../../../shared/ipc/trusted-contract.ts';
import { indentJson } from '../../../shared/vault/json-slices.ts';
import { withSecrets } from './body-secrets.ts';

/** UTF-16 code units that a prompt shows. */
const MOST_SHOWN = 20_000;
/** A longer body is not indented: its beginning is all that is shown of it. */
const MOST_INDENTED = 16 * MOST_SHOWN;

/** The body as it was written, a JSON object, with the places of credentials named; undefined where there is neither. */
export function sentText(written: string | undefined, pointers: readonly string[]): SentText | undefined {
  if (written === undefined && pointers.length === 0) return undefined;
  const places = pointers.map((pointer) => ({ pointer, secret: '[credential]' }));
  const body = withSecrets(written ?? '{}', places);
  const text = body.length > MOST_INDENTED ? body : indentJson(body);
  return { text: text.slice(0, MOST_SHOWN), leftOut: Math.max(0, text.length - MOST_SHOWN) };
}
