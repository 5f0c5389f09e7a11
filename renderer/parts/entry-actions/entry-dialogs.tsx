/**
 * The only place of entry dialogs and notices in the window; it also applies entry changes to the tree and the cache.
 */
import { toned } from '../../ui/tone.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import type { ComponentType } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { cacheKey } from '../../api/client.ts';
import {
  tellEntryChanged,
  useEntryChanges,
  useTouchedEntries,
  type EntryEvent,
  type GoneEntry,
  type PlaceOfEntry,
} from '../../api/entry-actions.ts';
import { treeOf } from '../tree/trees.ts';
import { SessionRemedies } from '../refusal/session-remedies.tsx';
import { useOpenSessions, useWorkspace, useWorkspaceActions } from '../../workspace/workspace.tsx';
import {
  dismissAction,
  dismissNotice,
  sessionOf,
  useAsked,
  type ActionProps,
  type EntryAction,
  type Notice,
} from './actions.ts';
import { CircleCheck } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { FootNotice } from '../../ui/foot-notice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Stack, Text } from '../../ui/layout.tsx';
import { lazily } from '../../ui/lazily.ts';

const dialogs: { readonly [K in EntryAction['kind']]: ComponentType<ActionProps<K>> } = {
  'new-entry': lazily(() => import('./place-dialogs.tsx'), 'NewEntryDialog'),
  duplicate: lazily(() => import('./place-dialogs.tsx'), 'DuplicateDialog'),
  rename: lazily(() => import('./place-dialogs.tsx'), 'RenameDialog'),
  compare: lazily(() => import('./place-dialogs.tsx'), 'CompareDialog'),
  environments: lazily(() => import('./environments-dialog.tsx'), 'EnvironmentsDialog'),
  delete: lazily(() => import('./version-dialogs.tsx'), 'DeleteDialog'),
  restore: lazily(() => import('./version-dialogs.tsx'), 'RestoreDialog'),
  'who-changed': lazily(() => import('./version-dialogs.tsx'), 'WhoChangedDialog'),
  failed: lazily(() => import('./version-dialogs.tsx'), 'FailedDialog'),
  metadata: lazily(() => import('./settings-dialogs.tsx'), 'MetadataDialog'),
  'mount-config': lazily(() => import('./settings-dialogs.tsx'), 'MountConfigDialog'),
  share: lazily(() => import('./share-dialog.tsx'), 'ShareDialog'),
  'template-file': lazily(() => import('./template-dialog.tsx'), 'TemplateFileDialog'),
  export: lazily(() => import('./export-dialog.tsx'), 'ExportDialog'),
  exported: lazily(() => import('./export-dialog.tsx'), 'ExportedDialog'),
  'copy-key': lazily(() => import('./copy-key-dialog.tsx'), 'CopyKeyDialog'),
  'use-in-program': lazily(() => import('./program-dialog.tsx'), 'ProgramDialog'),
  'why-refused': ({ action: { path, method } }) => (
    <RefusalDialog error={refusedAt(path, method)} onClose={dismissAction} />
  ),
};
const RefusalDialog = lazily(() => import('../refusal/refusal-dialog.tsx'), 'RefusalDialog');

/** The error of a refusal of which only the request is known. */
function refusedAt(path: string, method: string | undefined): AppError {
  return {
    kind: 'forbidden',
    message: 'The server does not permit this token to do that.',
    path,
    ...(method === undefined ? {} : { method }),
  };
}

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
      <TouchedTabs />
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

function ActionDialog<K extends EntryAction['kind']>(props: ActionProps<K>) {
  const Dialog: ComponentType<ActionProps<K>> = dialogs[props.action.kind];
  return <Dialog {...props} />;
}

/** Invalidates reads of a changed entry, and lists folders of a new or removed one again. */
function useFollow(): void {
  const queries = useQueryClient();
  const { sessions } = useOpenSessions();
  const { closeTabsAt, setGone } = useWorkspaceActions();
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
    // A tab with edits stays.
    setGone({ sessionId, path: mount.path + path }, goneBy(event));
    if ((event === 'made' || event === 'gone') && !limited)
      void treeOf(sessionId).refreshAround(mount.path, path);
  });
}

function goneBy(event: EntryEvent): GoneEntry | undefined {
  if (event !== 'gone' && event !== 'deleted') return undefined;
  return { how: event === 'gone' ? 'removed' : 'versions', at: new Date().toISOString() };
}

/** Tells the open tabs of a plan's entries, and refreshes the folders of the tree that show them. */
function TouchedTabs() {
  const { allTabs } = useWorkspace();
  const { sessions } = useOpenSessions();
  const { setGone } = useWorkspaceActions();
  useTouchedEntries((entries, stage) => {
    if (stage === 'ended') {
      for (const [sessionId, touched] of Map.groupBy(entries, (entry) => entry.sessionId)) {
        const session = sessions.find((one) => one.sessionId === sessionId);
        // A limited-use token is not spent on lists.
        if (session?.token.numUses === 0)
          void treeOf(sessionId).refreshAfter(touched.map(({ path }) => path));
      }
      return;
    }
    const open = new Map(
      allTabs.flatMap((tab) => (tab.kind === 'entry' ? [[keyOf(tab), tab] as const] : [])),
    );
    for (const { gone, sessionId, path } of entries) {
      const tab = open.get(`${sessionId} ${path}`);
      if (tab === undefined) continue;
      tellEntryChanged(tab, 'changed');
      // After it: a change says that the entry is there.
      setGone({ sessionId, path }, gone);
    }
  });
  return null;
}

function keyOf({ sessionId, mount, path }: PlaceOfEntry): string {
  return `${sessionId} ${mount.path}${path}`;
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
    <FootNotice tone="ok" label="Done" onClose={dismiss}>
      <Icon of={CircleCheck} className={toned('ok')} />
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
    </FootNotice>
  );
}
