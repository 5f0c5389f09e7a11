import { FilePlus2 } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { keyHint } from '../../workspace/key-map.ts';
import { useWorkspace } from '../../workspace/workspace.tsx';
import { askAction } from './actions.ts';

export interface NewEntryButtonProps {
  readonly session: Pick<SessionView, 'sessionId'>;
  /** Shows a label, if there is room and no other action. */
  readonly words?: boolean;
}

/** Starts a new entry in the folder of the front entry. */
export function NewEntryButton({ session, words = false }: NewEntryButtonProps) {
  const { activeEntry } = useWorkspace();
  const { sessionId } = session;
  const near = activeEntry?.sessionId === sessionId ? activeEntry : undefined;
  const ask = (): void => {
    askAction({
      kind: 'new-entry',
      sessionId,
      ...(near === undefined ? {} : { mount: near.mount }),
      folder: near?.path.replace(/[^/]+$/, '') ?? '',
    });
  };
  return words ? (
    <Button icon={FilePlus2} title={keyHint('newEntry')} onClick={ask}>
      New entry…
    </Button>
  ) : (
    <IconButton small icon={FilePlus2} label="New entry…" keys={keyHint('newEntry')} onClick={ask} />
  );
}
