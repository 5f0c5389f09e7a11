import { CircleCheck } from 'lucide-react';
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { Ref } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { EntryView, SaveOutcome } from '../../../shared/vault/entry.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { tellEntryChanged } from '../../api/entry-actions.ts';
import { templateQuery } from '../../api/templates.ts';
import { useRead } from '../../parts/read/use-read.ts';
import { announce } from '../../ui/announce.tsx';
import { Warnings } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Row } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import type { EntryDraft } from './edit/draft-text.ts';
import { draftFrom } from './edit/template-note.tsx';
import { Editor, type EditorHandle } from './editor.tsx';
import type { BodyHandle } from './entry-body.tsx';
import css from './entry-screen.module.css';
import { Explain } from './read/problem-area.tsx';

export interface UnreadBodyProps {
  readonly ref: Ref<BodyHandle>;
  /** `create`: the entry does not exist yet. `patch`: the token may change keys, but not read. */
  readonly mode: 'create' | 'patch';
  readonly session: SessionView;
  readonly mount: Mount;
  readonly path: string;
  readonly tabId: string;
  readonly storedDraft: EntryDraft | undefined;
  readonly onEditing: (editing: boolean) => void;
  /** From now on the tab reads and shows the entry. */
  readonly onRead: () => void;
}

/** An entry that is written without having been read. */
export function UnreadBody(props: UnreadBodyProps) {
  const { ref, mode, session, mount, path, tabId, onEditing, onRead } = props;
  const { setDirty, closeTab } = useWorkspaceActions();
  const [dirty, setDraftDirty] = useState(false);
  const [sent, setSent] = useState<SaveOutcome>();
  const [storedDraft, setStoredDraft] = useState(props.storedDraft);
  /** Key of the editor: a new draft gets a new editor. */
  const [draftNumber, setDraftNumber] = useState(0);
  const editor = useRef<EditorHandle>(null);
  const view = useMemo((): EntryView => emptyView(mount, path), [mount, path]);
  const place = { sessionId: session.sessionId, mount, path };
  const isNew = mode === 'create' && storedDraft === undefined;
  const template = useRead(session, templateQuery({ ...place, mount: mount.path }, isNew));
  const start = useMemo(
    (): EntryDraft | undefined =>
      isNew && template.data?.template !== undefined
        ? { mode, draft: draftFrom(template.data.template) }
        : undefined,
    [isNew, mode, template.data],
  );
  // A new entry starts from its template, so the editor waits for it.
  const waits = isNew && template.data === undefined && template.error === undefined && !template.unasked;
  useEffect(() => {
    if (!waits) onEditing(true);
  }, [onEditing, waits]);
  useImperativeHandle(ref, () => ({
    refresh: () => undefined,
    edit: () => undefined,
    editor: () => editor.current ?? undefined,
  }));
  const begin = (): void => {
    setDirty(tabId, false);
    setStoredDraft(undefined);
    setDraftNumber((before) => before + 1);
  };
  const saved = (outcome: SaveOutcome | undefined): void => {
    begin();
    tellEntryChanged(place, mode === 'create' ? 'made' : 'changed');
    if (mode === 'create') {
      announce('The entry was created.');
      onRead();
      return;
    }
    setSent(outcome);
    announce(sentText(outcome));
  };
  if (waits) return <Skeleton rows={3} rowHeight="value" />;
  return (
    <Editor
      key={draftNumber}
      ref={editor}
      mode={mode}
      session={session}
      view={view}
      storedDraft={storedDraft ?? start}
      mayUpdate
      onDirty={(now) => {
        setDirty(tabId, now);
        setDraftDirty(now);
        if (now) setSent(undefined);
      }}
      onSaved={saved}
      onDiscarded={() => {
        begin();
        if (mode === 'create') closeTab(tabId);
      }}
      onOpenExisting={() => {
        begin();
        onRead();
      }}
      onFollow={() => undefined}
    >
      {sent !== undefined && (
        <Row as="p" align="center" gap={6} role="status">
          <Chip tone="ok" icon={CircleCheck}>
            {sentText(sent)}
          </Chip>
        </Row>
      )}
      {sent !== undefined && sent.warnings.length > 0 && <Warnings lines={sent.warnings} />}
      {mode === 'patch' && (
        <div className={css['unread']}>
          <Explain>
            This token can change keys, but not read them. Name the keys to set or remove; all others stay as
            they are.
          </Explain>
          {/* Reading would discard the draft. */}
          {!dirty && (
            <Button small onClick={onRead}>
              Try to read it
            </Button>
          )}
        </div>
      )}
    </Editor>
  );
}

function emptyView(mount: Mount, path: string): EntryView {
  return { entryId: '', mount, path, keys: [], dataBytes: 2, warnings: [], readAt: '' };
}

function sentText(outcome: SaveOutcome | undefined): string {
  return outcome?.version === undefined
    ? 'Changes sent and accepted.'
    : `Changes sent; now at version ${String(outcome.version)}.`;
}
