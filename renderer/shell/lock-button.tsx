import { Lock } from 'lucide-react';
import { appErrorOf } from '../api/client.ts';
import { lockNow } from '../api/lock.ts';
import { announce } from '../ui/announce.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { keyHint } from '../workspace/key-map.ts';

/** Locks, and says so where it fails: the page is still there then. */
export function lockFromHere(): void {
  lockNow().catch((caught: unknown) => announce(`It is not locked: ${appErrorOf(caught).message}`));
}

/** Locks the app, from the status bar. */
export function LockButton() {
  return (
    <IconButton
      small
      icon={Lock}
      iconSize={14}
      label="Lock now"
      keys={keyHint('lock')}
      tooltipSide="top"
      onClick={lockFromHere}
    />
  );
}
