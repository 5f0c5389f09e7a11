import { Lock } from 'lucide-react';
import { appErrorOf } from '../api/client.ts';
import { lockNow } from '../api/lock.ts';
import { announce } from '../ui/announce.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { keyHint } from '../workspace/key-map.ts';

/** Locks and announces a failure, since the page then stays. */
export function lockFromHere(): void {
  lockNow().catch((caught: unknown) => announce(`It is not locked: ${appErrorOf(caught).message}`));
}

/** Status bar button that locks the app. */
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
