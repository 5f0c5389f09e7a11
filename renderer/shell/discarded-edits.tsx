import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { counted } from '../../shared/vault/counted.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import { isNewPolicyKey, isPolicyPlace } from '../../shared/vault/policy-draft.ts';
import type { DroppedDraft } from '../../shared/vault/workspace-memory.ts';
import { appErrorOf } from '../api/client.ts';
import { droppedDraftsQuery, restoreDraft } from '../api/drafts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { Icon } from '../ui/icon.tsx';
import { Stack, Text } from '../ui/layout.tsx';
import { RelativeTime } from '../ui/time.tsx';
import { Words } from './bar-words.tsx';
import css from './discarded-edits.module.css';
import barCss from './status-bar.module.css';
import { takePolicyDrafts } from '../workspace/policy-drafts.ts';
import { useWorkspaceActions } from '../workspace/workspace.tsx';

/** Number of discarded, restorable edits; a click lists them. */
export function DiscardedEditsStatus({ sessionId }: { readonly sessionId: string }) {
  const dropped = useQuery(droppedDraftsQuery(sessionId)).data ?? [];
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const { length } = dropped;
  return (
    <>
      {length > 0 && (
        <button type="button" className={barCss['held']} onClick={() => setOpen(true)}>
          <Icon of={Undo2} size={14} />
          <Words drop={5} text={counted(length, 'discarded edit')} />
        </button>
      )}
      {open && <DiscardedEdits sessionId={sessionId} dropped={dropped} onClose={close} />}
    </>
  );
}

interface DiscardedEditsProps {
  readonly sessionId: string;
  readonly dropped: readonly DroppedDraft[];
  readonly onClose: () => void;
}

/** List of the edits by place; restoring one opens its entry. */
function DiscardedEdits({ sessionId, dropped, onClose }: DiscardedEditsProps) {
  const { closeTabsAt, openEntry, openScreen } = useWorkspaceActions();
  const client = useQueryClient();
  const [failure, setFailure] = useState<AppError>();
  const restore = (one: DroppedDraft): void => {
    restoreDraft(sessionId, one, client).then(
      (drafts) => {
        if (isPolicyPlace(one)) {
          takePolicyDrafts(sessionId, drafts);
          openScreen('policies', isNewPolicyKey(one.path) ? '' : one.path, sessionId);
        } else {
          // A tab loads a kept draft only when it opens.
          closeTabsAt(sessionId, one.mount, one.path);
          openEntry(one.mount, one.path, { sessionId, pin: true });
        }
        onClose();
      },
      (caught: unknown) => setFailure(appErrorOf(caught)),
    );
  };
  return (
    <Dialog open title="Discarded edits" onClose={onClose}>
      <ErrorPanel error={failure} />
      {dropped.length === 0 && <p>None in the last ten minutes.</p>}
      <ul className={css['list']}>
        {dropped.map((one) => {
          const place = placeInWords(one);
          return (
            <li key={one.draftId} className={css['item']}>
              <Stack as="span" shrinks breaks grow>
                <code>{place}</code>
                <Text tone="dim" size={12}>
                  Edited <RelativeTime iso={one.savedAt} />
                </Text>
              </Stack>
              <Button
                small
                icon={Undo2}
                aria-label={`Restore the edit of ${place}`}
                onClick={() => restore(one)}
              >
                Restore
              </Button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}

function placeInWords({ mount, path }: DroppedDraft): string {
  return isPolicyPlace({ mount }) && isNewPolicyKey(path) ? 'a new policy' : mount.path + path;
}
