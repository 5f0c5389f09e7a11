/**
 * The body of a request that a page has composed, as the prompt compares it that asks about the request: what a person
 * agrees to is what is sent, whatever the page shows beside it.
 */
import { CREDENTIAL } from '../gates/field-changes.ts';
import { withSecrets } from './body-secrets.ts';

/** The body as it was written, a JSON object, with the places of credentials named; undefined where there is neither. */
export function writtenBody(written: string | undefined, pointers: readonly string[]): string | undefined {
  if (written === undefined && pointers.length === 0) return undefined;
  return withSecrets(
    written ?? '{}',
    pointers.map((pointer) => ({ pointer, secret: CREDENTIAL })),
  );
}
