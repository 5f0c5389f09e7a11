/**
 * The only place of entry dialogs and notices in the window; it also applies entry changes to the tree and the cache.
 */
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { cacheKey } from '../../api/client.ts';
import { useEntryChanges } from '../../api/entry-actions.ts';
import { treeOf } from '../tree/trees.ts';
import { SessionRemedies } from '../refusal/session-remedies.tsx';
import { useOpenSessions, useWorkspaceActions } from '../../workspace/workspace.tsx';
import {
  dismissAction,
  dismissNotice,
  sessionOf,
  useAsked,
  type EntryAction,
  type Notice,
} from './actions.ts';
import { CircleCheck, X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Stack, Text } from '../../ui/layout.tsx';
import { lazily } from '../../ui/lazily.ts';
import css from './entry-actions.module.css';

const NewEntryDialog = lazily(() => import('./new-entry-dialog.tsx'), 'NewEntryDialog');
const DuplicateDialog = lazily(() => import('./duplicate-dialog.tsx'), 'DuplicateDialog');
const RenameDialog = lazily(() => import('./rename-dialog.tsx'), 'RenameDialog');
const DeleteDialog = lazily(() => import('./delete-dialog.tsx'), 'DeleteDialog');
const RestoreDialog = lazily(() => import('./restore-dialog.tsx'), 'RestoreDialog');
const ShareDialog = lazily(() => import('./share-dialog.tsx'), 'ShareDialog');
const WhoChangedDialog = lazily(() => import('./who-changed-dialog.tsx'), 'WhoChangedDialog');
const CompareDialog = lazily(() => import('./compare-dialog.tsx'), 'CompareDialog');
const MetadataDialog = lazily(() => import('./metadata-dialog.tsx'), 'MetadataDialog');
const CopyKeyDialog = lazily(() => import('./copy-key-dialog.tsx'), 'CopyKeyDialog');
const MountConfigDialog = lazily(() => import('./mount-config-dialog.tsx'), 'MountConfigDialog');
const RefusalDialog = lazily(() => import('../refusal/refusal-dialog.tsx'), 'RefusalDialog');
const FailedDialog = lazily(() => import('./failed-dialog.tsx'), 'FailedDialog');

/** Dialogs and notice of entry actions. */
export function EntryActions() {
  const { sessions } = useOpenSessions();
  const { action, notice } = useAsked();
  useFollow();

  const isOpen = (sessionId: string): boolean => sessions.some((one) => one.sessionId === sessionId);
  const session = sessions.find((one) => action !== undefined && one.sessionId === sessionOf(action));
  const orphaned = action !== undefined && session === undefined;
  const staleNotice = notice !== undefined && !isOpen(notice.sessionId) ? notice.id : undefined;
  useEffect(() => {
    if (orphaned) dismissAction();
    if (staleNotice !== undefined) dismissNotice(staleNotice);
  }, [orphaned, staleNotice]);

  return (
    <>
      {notice !== undefined && staleNotice === undefined && <ActionNotice key={notice.id} notice={notice} />}
      <Suspense fallback={null}>
        {action !== undefined && session !== undefined && (
          <SessionRemedies session={session}>
            <ActionDialog action={action} session={session} />
          </SessionRemedies>
        )}
      </Suspense>
    </>
  );
}

interface ActionDialogProps {
  readonly action: EntryAction;
  readonly session: SessionView;
}

function ActionDialog({ action, session }: ActionDialogProps) {
  switch (action.kind) {
    case 'new-entry':
      return <NewEntryDialog action={action} />;
    case 'duplicate':
      return <DuplicateDialog action={action} />;
    case 'rename':
      return <RenameDialog action={action} />;
    case 'delete':
      return <DeleteDialog action={action} />;
    case 'restore':
      return <RestoreDialog action={action} />;
    case 'compare':
      return <CompareDialog action={action} />;
    case 'metadata':
      return <MetadataDialog action={action} />;
    case 'share':
      return <ShareDialog action={action} session={session} />;
    case 'who-changed':
      return <WhoChangedDialog action={action} />;
    case 'copy-key':
      return <CopyKeyDialog action={action} costs={session.token.numUses !== 0} />;
    case 'mount-config':
      return <MountConfigDialog action={action} />;
    case 'why-refused':
      return (
        <RefusalDialog
          sessionId={action.sessionId}
          usesLeft={session.token.numUses}
          path={action.path}
          method={action.method}
          onClose={dismissAction}
        />
      );
    case 'failed':
      return <FailedDialog action={action} />;
  }
}

/** Invalidates reads of a changed entry, and lists folders of a new or removed one again. */
function useFollow(): void {
  const queries = useQueryClient();
  const { sessions } = useOpenSessions();
  const { closeTabsAt } = useWorkspaceActions();
  useEntryChanges(({ sessionId, mount, path }, event) => {
    const session = sessions.find((one) => one.sessionId === sessionId);
    const limited = (session?.token.numUses ?? 0) > 0;
    // A limited-use token is not spent on refetches unless the user asks.
    for (const name of ['entry.metadata', 'entry.rights', 'entry.approval'] as const)
      void queries.invalidateQueries({
        queryKey: [...cacheKey({ sessionId }, name), { mount: mount.path, path }],
        refetchType: limited ? 'none' : 'active',
      });
    if (event === 'gone') closeTabsAt(sessionId, mount, path);
    if (event !== 'changed' && !limited) void treeOf(sessionId).refreshAround(mount.path, path);
  });
}

/** Display time of a notice in milliseconds; one with a warning stays until dismissed. */
const noticeMs = 20_000;

/** Notice of a finished action, with undo. The window's live region has announced it already. */
function ActionNotice({ notice }: { readonly notice: Notice }) {
  const { id, text, warnings, undo } = notice;
  const stays = warnings.length > 0;
  useEffect(() => {
    if (stays) return undefined;
    const timer = setTimeout(() => dismissNotice(id), noticeMs);
    return () => clearTimeout(timer);
  }, [id, stays]);
  const dismiss = (): void => dismissNotice(id);
  return (
    <section className={css['notice']} aria-label="Done">
      <Icon of={CircleCheck} className={css['noticeIcon']} />
      <Stack shrinks breaks>
        <p>{text}</p>
        {warnings.map((warning) => (
          <Text as="p" key={warning} tone="warn" size={12} data-selectable>
            {warning}
          </Text>
        ))}
      </Stack>
      {undo !== undefined && (
        <Button
          small
          onClick={() => {
            dismiss();
            undo.run();
          }}
        >
          {undo.label}
        </Button>
      )}
      <IconButton small icon={X} label="Close" tooltipSide="top" onClick={dismiss} />
    </section>
  );
}
