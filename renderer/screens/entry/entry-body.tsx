import { CircleCheck } from 'lucide-react';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { EntryChange, SaveOutcome } from '../../../shared/vault/entry.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { referredConnection } from '../../parts/path/references.ts';
import { announce } from '../../ui/announce.tsx';
import { Banner, Warnings } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { draftOverView } from './edit/draft-over.ts';
import type { EntryDraft } from './edit/draft-text.ts';
import { Editor, type EditorHandle } from './editor.tsx';
import { EntryProblem } from './entry-problem.tsx';
import { focusedKey } from './read/focused.ts';
import { Explain, ProblemArea, Remedies } from './read/problem-area.tsx';
import { KeyTable } from './read/key-table.tsx';
import { useOpenEntry, type OpenEntry, type OpenState } from './open-entry.ts';
import { RawView } from './read/raw-view.tsx';

/** Actions of the body for the header and the keyboard. */
export interface BodyHandle {
  readonly refresh: () => void;
  readonly edit: () => void;
  /** The editor's own actions, while it is mounted. */
  readonly editor: () => EditorHandle | undefined;
}

/** A draft stored by main, and the id of its base version. */
export interface ResumedDraft {
  readonly entryId: string | undefined;
  readonly storedDraft: EntryDraft;
}

export interface EntryBodyProps {
  readonly ref: Ref<BodyHandle>;
  readonly session: SessionView;
  readonly mount: Mount;
  readonly path: string;
  readonly version: number | undefined;
  /** An older version: read only. */
  readonly old: boolean;
  readonly raw: boolean;
  readonly mayUpdate: boolean;
  readonly tabId: string;
  readonly resumed: ResumedDraft | undefined;
  readonly onState: (state: OpenState) => void;
  readonly onEditing: (editing: boolean) => void;
  readonly onReveal: (folder: string) => void;
  readonly onCurrent: () => void;
  readonly onSaved: () => void;
  /** The stored draft has ended: it must not be resumed again. */
  readonly onResumedEnd: () => void;
  /** The base of the stored draft is gone: continue it as a new entry. */
  readonly onAnew: () => void;
}

/** One version of an entry, open: its keys, its raw response, its editor, or the reason it cannot be shown. */
export function EntryBody(props: EntryBodyProps) {
  const { session, mount, path, version, old, resumed } = props;
  const { onState, onEditing, onReveal, onCurrent } = props;
  const open = useOpenEntry({
    sessionId: session.sessionId,
    mount: mount.path,
    path,
    version,
    reopenId: resumed?.entryId,
  });
  const { state, refresh } = open;
  // Before it is drawn: the header's actions belong to what the body shows.
  useLayoutEffect(() => {
    onState(state);
  }, [state, onState]);

  if (state.kind === 'ready') return <OpenBody {...props} open={open} state={state} />;
  return (
    <EditlessHandle ref={props.ref} onRefresh={refresh} onEditing={onEditing}>
      {state.kind === 'loading' ? (
        <Skeleton rows={5} rowHeight="value" />
      ) : (
        <EntryProblem
          session={session}
          mount={mount}
          path={path}
          version={version}
          old={old}
          onReveal={onReveal}
          onCurrent={onCurrent}
          error={state.error}
          onRetry={() => void refresh()}
          onApproved={() => void refresh(false, 'given')}
        />
      )}
      {state.kind === 'failed' && resumed !== undefined && (
        <ProblemArea>
          <Explain>Your unsaved changes are kept until the entry can be read.</Explain>
          <Remedies>
            <Button small onClick={props.onAnew}>
              Show them as a new entry
            </Button>
          </Remedies>
        </ProblemArea>
      )}
    </EditlessHandle>
  );
}

interface EditlessHandleProps {
  readonly ref: Ref<BodyHandle>;
  readonly onRefresh: () => Promise<unknown>;
  readonly onEditing: (editing: boolean) => void;
  readonly children: ReactNode;
}

/** Without an entry to edit, the header can only ask to read again. */
function EditlessHandle({ ref, onRefresh, onEditing, children }: EditlessHandleProps) {
  useImperativeHandle(ref, () => ({
    refresh: () => void onRefresh(),
    edit: () => undefined,
    editor: () => undefined,
  }));
  useEffect(() => {
    onEditing(false);
  }, [onEditing]);
  return children;
}

interface OpenBodyProps extends EntryBodyProps {
  readonly open: OpenEntry;
  readonly state: OpenState & { readonly kind: 'ready' };
}

type Ended = { readonly outcome: SaveOutcome | undefined };

function OpenBody(props: OpenBodyProps) {
  const { ref, session, mount, path, raw, mayUpdate, tabId, open, state, resumed } = props;
  const { onEditing, onSaved } = props;
  const { view, problem } = state;
  const { setDirty } = useWorkspaceActions();
  const [editing, setEditing] = useState(resumed !== undefined);
  /** The key that had the focus when editing began. */
  const [startKey, setStartKey] = useState<{ readonly key: string | undefined }>();
  const [ended, setEnded] = useState<Ended>();
  const editor = useRef<EditorHandle>(null);
  useEffect(() => {
    onEditing(editing);
    // A tab restored as one with edits has no edits after all.
    if (!editing) setDirty(tabId, false);
  }, [editing, onEditing, setDirty, tabId]);

  useImperativeHandle(ref, () => ({
    refresh: () => {
      setEnded(undefined);
      void open.refresh();
    },
    edit: () => {
      setEnded(undefined);
      open.stay();
      setStartKey({ key: focusedKey() });
      setEditing(true);
    },
    editor: () => editor.current ?? undefined,
  }));
  const leave = (): void => {
    setEditing(false);
    setStartKey(undefined);
    props.onResumedEnd();
    setDirty(tabId, false);
  };
  const saved = (outcome: SaveOutcome | undefined, changes: readonly EntryChange[]): void => {
    leave();
    setEnded({ outcome });
    announce(endText(outcome));
    if (changes.length > 0) void lookAgain(open, session.token.numUses > 0);
    onSaved();
  };

  const warnings = [...new Set([...(ended?.outcome?.warnings ?? []), ...view.warnings])];
  // The same while reading and editing: the table stays where it is.
  const above = (
    <>
      {problem !== undefined && (
        <ProblemArea>
          <ErrorPanel
            error={problem}
            title="Not refreshed; shown as last read"
            actions={
              <Button small onClick={() => void open.refresh(editing)}>
                Retry
              </Button>
            }
          />
        </ProblemArea>
      )}
      {warnings.length > 0 && <Warnings lines={warnings} />}
      {view.approved === true && (
        <Explain>A control group approved this read. Refresh asks for another approval.</Explain>
      )}
    </>
  );
  if (editing)
    return (
      <Editor
        ref={editor}
        mode="edit"
        storedDraft={
          resumed === undefined ? undefined : draftOverView(resumed.storedDraft, view, open.baseLost)
        }
        session={session}
        view={view}
        mayUpdate={mayUpdate}
        startKey={startKey}
        onDirty={(dirty) => setDirty(tabId, dirty)}
        onSaved={saved}
        onDiscarded={leave}
        onOpenExisting={leave}
        onFollow={open.follow}
      >
        {above}
        {open.baseLost && resumed !== undefined && <BaseLost />}
      </Editor>
    );
  return (
    <>
      {above}
      {raw ? (
        <RawView key={view.entryId} entryId={view.entryId} />
      ) : (
        <KeyTable
          key={`${mount.path}${path}`}
          view={view}
          connection={referredConnection(session)}
          mount={mount}
          version={props.old ? props.version : undefined}
        />
      )}
      {ended !== undefined && (
        <Row as="p" align="center" gap={6} role="status">
          <Chip tone="ok" icon={CircleCheck}>
            {endText(ended.outcome)}
          </Chip>
          {ended.outcome?.method === 'patch' && (
            <Explain inline>
              Only the changed keys were sent (PATCH), because this token cannot replace the entry.
            </Explain>
          )}
        </Row>
      )}
    </>
  );
}

/** Main knows the entry after a save; if it does not, asks the server, unless that costs a use of the token. */
async function lookAgain(open: OpenEntry, limited: boolean): Promise<void> {
  const seen = await open.look();
  if (seen === undefined && !limited) await open.refresh();
}

/** The base version of a stored draft is no longer open: the server's current version is shown. */
function BaseLost() {
  return (
    <Banner tone="warn">
      <Text as="p" weight={600}>
        Your draft is now based on the current version
      </Text>
      <Text as="p" tone="text">
        The version it started from is gone, so the two cannot be merged. Review the changes before you save.
      </Text>
    </Banner>
  );
}

function endText(outcome: SaveOutcome | undefined): string {
  if (outcome === undefined) return 'Nothing left to save.';
  return outcome.version === undefined ? 'Saved.' : `Saved as version ${String(outcome.version)}.`;
}
