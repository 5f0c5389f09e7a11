/**
 * Body of a request composed by a page, in the form that the prompt compares: the user agrees to the body that is
 * sent, independent of what the page shows.
 */
import { CREDENTIAL } from '../gates/field-changes.ts';
import { withSecrets } from './body-secrets.ts';

/** The written body, a JSON object with a placeholder for each credential; undefined without body and credentials. */
export function writtenBody(written: string | undefined, pointers: readonly string[]): string | undefined {
  if (written === undefined && pointers.length === 0) return undefined;
  return withSecrets(
    written ?? '{}',
    pointers.map((pointer) => ({ pointer, secret: CREDENTIAL })),
  );
}
