import { appErrorOf, vault } from '../../api/client.ts';
import { announce } from '../../ui/announce.tsx';

/** Copies a selection through main, and announces the outcome. */
export function copySelected(text: string): void {
  vault.clipboard.copySecretText({ text }).then(
    ({ problem }) => announce(problem ?? 'Copied the selection. The clipboard is cleared in time.'),
    (caught: unknown) => announce(appErrorOf(caught).message),
  );
}
