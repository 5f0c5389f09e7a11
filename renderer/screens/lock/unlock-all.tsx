import { LockOpen } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { UnlockedAll } from '../../../shared/ipc/contract/session.ts';
import { vault } from '../../api/client.ts';
import { Store, useStore } from '../../api/store.ts';
import { useAction } from '../../api/use-action.ts';
import { announce } from '../../ui/announce.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Note } from '../../ui/layout.tsx';
import { counted } from '../../../shared/vault/counted.ts';

/** Outlives the lock screen, which the first unlocked session replaces. */
const round = new Store<{ readonly running: boolean; readonly outcome: UnlockedAll | undefined }>({
  running: false,
  outcome: undefined,
});

/** True while every session is being unlocked. */
export function useUnlockingAll(): boolean {
  return useStore(round).running;
}

/** Unlocks all sessions, one prompt after another, and says if that was stopped. */
export function UnlockAll({
  locked,
  autoFocus = false,
}: {
  readonly locked: readonly SessionView[];
  readonly autoFocus?: boolean;
}) {
  const { running, outcome } = useStore(round);
  const { failure, run } = useAction();
  const unlock = async (): Promise<void> => {
    round.set({ running: true, outcome: undefined });
    const done = await run(() => vault.session.unlockAll({}));
    round.set({ running: false, outcome: done });
    if (done?.stopped === true) announce('Unlocking stopped.');
  };
  const { stopped = false, failures = [] } = outcome ?? {};
  return (
    <>
      {locked.length > 1 && (
        <Button
          variant={autoFocus ? 'primary' : 'secondary'}
          icon={LockOpen}
          disabled={running}
          autoFocus={autoFocus}
          onClick={() => void unlock()}
        >
          {running ? 'Unlocking…' : 'Unlock all…'}
        </Button>
      )}
      {stopped && !running && (
        <Note role="status">Stopped: {counted(locked.length, 'connection')} still locked.</Note>
      )}
      {failure !== undefined && <ErrorPanel error={failure} />}
      {locked.flatMap(({ sessionId, name }) =>
        failures
          .filter((failed) => failed.sessionId === sessionId)
          .map(({ error }) => <ErrorPanel key={sessionId} title={name} error={error} />),
      )}
    </>
  );
}
