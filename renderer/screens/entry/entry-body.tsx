import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useImperativeHandle, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { EntryChange, EntryView, SaveOutcome } from '../../../shared/vault/entry.ts';
import { valueFacts } from '../../../shared/vault/entry-facts.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { announce } from '../../ui/announce.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useWorkspace } from '../shell/workspace.tsx';
import { EditFooter } from './edit-footer.tsx';
import { EditTable } from './edit-table.tsx';
import { useEditing } from './editing.ts';
import { EntryProblem } from './entry-problem.tsx';
import css from './entry-screen.module.css';
import { KeyTable } from './key-table.tsx';
import { useOpenEntry, type OpenEntry, type OpenState } from './open-entry.ts';
import { RawView } from './raw-view.tsx';
import { SaveProblem } from './save-problem.tsx';

/** What the header asks of the body. */
export interface BodyHandle {
  readonly refresh: () => void;
  readonly edit: () => void;
  readonly save: () => void;
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
  readonly header: ReactNode;
  readonly onState: (state: OpenState) => void;
  readonly onEditing: (editing: boolean) => void;
  readonly onReveal: (folder: string) => void;
  readonly onCurrent: () => void;
  readonly onSaved: () => void;
}

/** One version of an entry, open: its keys, its raw answer, its edit, or why there is nothing. */
export function EntryBody(props: EntryBodyProps) {
  const { session, mount, path, version, old, header, onState, onEditing, onReveal, onCurrent } = props;
  const open = useOpenEntry({ sessionId: session.sessionId, mount: mount.path, path, version });
  const { state, refresh } = open;
  useEffect(() => {
    onState(state);
  }, [state, onState]);

  if (state.kind === 'ready') return <OpenBody {...props} open={open} state={state} />;
  return (
    <EditlessHandle ref={props.ref} onRefresh={refresh} onEditing={onEditing}>
      <div className={css['main']}>
        <div className={css['scroll']}>
          {header}
          {state.kind === 'loading' ? (
            <Skeleton rows={5} rowHeight={36} />
          ) : (
            <EntryProblem
              {...{ session, mount, path, old, onReveal, onCurrent }}
              error={state.error}
              onRetry={() => void refresh()}
            />
          )}
        </div>
      </div>
    </EditlessHandle>
  );
}

interface EditlessHandleProps {
  readonly ref: Ref<BodyHandle>;
  readonly onRefresh: () => Promise<unknown>;
  readonly onEditing: (editing: boolean) => void;
  readonly children: ReactNode;
}

/** While there is nothing to edit, the header can only ask to read again. */
function EditlessHandle({ ref, onRefresh, onEditing, children }: EditlessHandleProps) {
  useImperativeHandle(ref, () => ({
    refresh: () => void onRefresh(),
    edit: () => undefined,
    save: () => undefined,
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

function OpenBody(props: OpenBodyProps) {
  const { ref, session, mount, path, old, raw, mayUpdate, tabId, header, open, state } = props;
  const { onEditing, onSaved } = props;
  const { view, problem } = state;
  const { setDirty } = useWorkspace();
  const [saved, setSaved] = useState<SaveOutcome>();
  const limited = session.token.numUses > 0;

  const editing = useEditing({
    view,
    onDirty: (dirty) => {
      setDirty(tabId, dirty);
    },
    onSaved: (outcome, changes) => {
      setSaved(outcome);
      announce(savedText(outcome));
      if (limited) open.adopt(withChanges(view, outcome, changes));
      else void open.refresh();
      onSaved();
    },
  });
  const { draft } = editing;
  useEffect(() => {
    onEditing(draft !== undefined);
  }, [draft, onEditing]);

  useImperativeHandle(ref, () => ({
    refresh: () => {
      setSaved(undefined);
      void open.refresh();
    },
    edit: () => {
      setSaved(undefined);
      editing.start();
    },
    save: () => void editing.save(),
  }));

  const warnings = [...new Set([...(saved?.warnings ?? []), ...view.warnings])];
  return (
    <div className={css['main']}>
      <div className={css['scroll']}>
        {header}
        {problem !== undefined && (
          <div className={css['problem']}>
            <ErrorPanel
              error={problem}
              title="It could not be read again; this is what was there before"
              actions={
                <Button small onClick={() => void open.refresh()}>
                  Try again
                </Button>
              }
            />
          </div>
        )}
        {saved !== undefined && draft === undefined && (
          <p className={css['saved']} role="status">
            <Chip tone="ok" icon={CircleCheck}>
              {savedText(saved)}
            </Chip>
          </p>
        )}
        {warnings.length > 0 && <Warnings warnings={warnings} />}
        {editing.problem !== undefined && (
          <SaveProblem
            sessionId={session.sessionId}
            view={view}
            editing={editing}
            error={editing.problem}
            onRead={open.refresh}
          />
        )}
        {draft !== undefined ? (
          <EditTable view={view} editing={editing} draft={draft} />
        ) : raw ? (
          <RawView key={view.entryId} entryId={view.entryId} />
        ) : (
          <KeyTable key={`${mount.path}${path}`} view={view} />
        )}
      </div>
      {draft !== undefined && (
        <EditFooter
          view={view}
          editing={editing}
          nextVersion={view.version === undefined || old ? undefined : view.version + 1}
          mayUpdate={mayUpdate}
        />
      )}
    </div>
  );
}

/** What the server, or the save, wants to be known; shown for as long as it holds. */
function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  return (
    <section className={css['warnings']} aria-label="Warnings">
      <Icon of={TriangleAlert} />
      <div>
        <p className={css['warningsTitle']}>Warnings</p>
        <ul data-selectable>
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function savedText({ version }: SaveOutcome): string {
  return version === undefined ? 'Saved.' : `Saved as version ${String(version)}.`;
}

/** What the entry is after a save, as far as it is known without spending a use of the token on reading it. */
function withChanges(view: EntryView, outcome: SaveOutcome, changes: readonly EntryChange[]): EntryView {
  const keys = new Map(view.keys.map((facts) => [facts.key, facts]));
  for (const change of changes) {
    if (change.op === 'remove') keys.delete(change.key);
    else keys.set(change.key, valueFacts(change.key, change.rawJson));
  }
  const now = new Date().toISOString();
  return {
    ...view,
    ...(outcome.version === undefined ? {} : { version: outcome.version, createdTime: now }),
    keys: [...keys.values()].sort((a, b) => (a.key < b.key ? -1 : 1)),
    readAt: now,
  };
}
