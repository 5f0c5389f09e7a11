/** Makes or changes a view of environments: its name, and the places of its columns. */
import { useQueries } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { mostColumns } from '../../../shared/vault/environments.ts';
import type { EnvironmentColumn } from '../../../shared/vault/environments.ts';
import { mountOf } from '../../../shared/vault/mount.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { hasLimitedUses } from '../../../shared/vault/token.ts';
import { query } from '../../api/client.ts';
import { connectionOf, readView, saveView, sessionOfColumn } from '../../api/environments.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Box, Note, Row, Stack } from '../../ui/layout.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useOpenSessions, useWorkspaceActions } from '../../workspace/workspace.tsx';
import type { ActionProps } from './actions.ts';
import { EntryForm } from './entry-form.tsx';
import { entryMounts, placeProblem } from './place.ts';
import { useSuggestedPaths } from './suggested-paths.ts';
import css from './entry-actions.module.css';

/** A column while it is typed; its mount is found by the path. */
interface DraftColumn {
  readonly connection: string;
  readonly namespace: string;
  /** Mount and path. */
  readonly full: string;
}

/** Finds the column that a draft names; a text is the reason why it names none. */
type FindColumn = (draft: DraftColumn) => EnvironmentColumn | string;

const draftOf = ({ connection, namespace, mount, path }: EnvironmentColumn): DraftColumn => ({
  connection,
  namespace,
  full: mount + path,
});

/** Asks for the places of a view; saving it also reads it. */
export function EnvironmentsDialog({ action: { from, view, sessionId } }: ActionProps<'environments'>) {
  const { sessions } = useOpenSessions();
  const { openScreen } = useWorkspaceActions();
  const own = sessions.find((one) => one.sessionId === sessionId);
  const [name, setName] = useState(view?.name ?? from?.path.split('/').at(-1) ?? '');
  const [drafts, setDrafts] = useState<readonly DraftColumn[]>(() => {
    if (view !== undefined) return view.columns.map(draftOf);
    const first = { ...keyOf(own), full: from === undefined ? '' : from.mount.path + from.path };
    return from === undefined ? [first, first] : [first];
  });
  const mounts = useMounts(sessions);
  const [tried, setTried] = useState(false);
  const before = view?.columns.map(draftOf) ?? [];
  const find: FindColumn = (draft) => {
    // A column of a closed connection stays as it was saved.
    const saved = view?.columns[before.findIndex((one) => isSame(one, draft))];
    if (saved !== undefined) return saved;
    const session = sessionOfColumn(draft, sessions);
    if (session === undefined) return 'This connection is not open.';
    const mount = mountOf(mounts.get(session.sessionId) ?? [], draft.full);
    const path = mount === undefined ? draft.full : draft.full.slice(mount.path.length);
    const problem = placeProblem(path);
    if (problem !== undefined) return problem;
    if (mount === undefined) return 'No key/value engine is at the beginning of this path.';
    return { connection: draft.connection, namespace: draft.namespace, mount: mount.path, path };
  };
  const columns = drafts.map(find).filter((one) => typeof one !== 'string');
  const change = (at: number, by: Partial<DraftColumn>): void =>
    setDrafts(drafts.map((one, index) => (index === at ? { ...one, ...by } : one)));
  const add = (draft: DraftColumn): void => setDrafts([...drafts, draft]);
  const isFull = drafts.length >= mostColumns;
  return (
    <EntryForm
      wide
      title={view === undefined ? 'Compare environments' : 'Edit this view'}
      description="One entry per environment, key by key. The view is saved without values, which stay hidden until you reveal them."
      action="Compare"
      busy="Saving…"
      failed="The view was not saved"
      submit={async (client) => {
        setTried(true);
        if (columns.length < drafts.length || name.trim() === '') return false;
        const saved = await saveView(client, {
          ...(view === undefined ? {} : { viewId: view.viewId }),
          name: name.trim(),
          columns,
        });
        // Within the same click, which main asks for.
        void readView(saved, sessions);
        return () => openScreen('environments', saved.viewId, sessionId);
      }}
    >
      <TextField
        label="Name"
        value={name}
        error={tried && name.trim() === '' ? 'Name the view.' : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <Stack as="fieldset" gap={8} className={css['group']}>
        <legend data-reader-only>Columns</legend>
        {drafts.map((draft, at) => {
          const found = find(draft);
          return (
            <Row key={at} gap={8} align="start">
              <Box className={css['connection']}>
                <ConnectionField draft={draft} onDraft={(next) => change(at, next)} />
              </Box>
              <Box grow>
                <TextField
                  label={`Path of column ${String(at + 1)}`}
                  mono
                  placeholder="secret/production/api"
                  value={draft.full}
                  error={tried && typeof found === 'string' ? found : undefined}
                  onChange={({ target }) => change(at, { full: target.value.replace(/^\/+/, '') })}
                />
              </Box>
              <Box className={css['suggestions']}>
                <IconButton
                  icon={X}
                  label={`Remove column ${String(at + 1)}`}
                  disabled={drafts.length === 1}
                  onClick={() => setDrafts(drafts.filter((_one, index) => index !== at))}
                />
              </Box>
            </Row>
          );
        })}
        <Button
          small
          icon={Plus}
          disabled={isFull}
          onClick={() => add(drafts.at(-1) ?? { ...keyOf(own), full: '' })}
        >
          Add column
        </Button>
      </Stack>
      {!isFull && drafts[0] !== undefined && (
        <Suggestions first={drafts[0]} taken={drafts} mounts={mounts} onAdd={add} />
      )}
    </EntryForm>
  );
}

function ConnectionField({
  draft,
  onDraft,
}: {
  readonly draft: DraftColumn;
  readonly onDraft: (change: Partial<DraftColumn>) => void;
}) {
  const { sessions } = useOpenSessions();
  const open = sessions.filter(({ token }) => !hasLimitedUses(token));
  const session = sessionOfColumn(draft, sessions);
  if (open.length < 2 && session !== undefined) return null;
  return (
    <SelectField
      label="Connection"
      value={session?.sessionId ?? ''}
      options={[
        ...open.map((one) => ({
          value: one.sessionId,
          label: one.name,
          note: one.environment ?? one.address.replace(/^https?:\/\//, ''),
        })),
        ...(session === undefined ? [{ value: '', label: 'Not open' }] : []),
      ]}
      onValue={(sessionId) => {
        const chosen = sessions.find((one) => one.sessionId === sessionId);
        if (chosen !== undefined) onDraft(keyOf(chosen));
      }}
    />
  );
}

/** Key/value mounts by session; a token with limited uses is not spent, and its columns could not be read. */
function useMounts(sessions: readonly SessionView[]): ReadonlyMap<string, readonly Mount[]> {
  const usable = sessions.filter(({ token }) => !hasLimitedUses(token));
  const lists = useQueries({
    queries: usable.map(({ sessionId }) => query('mount.list', { sessionId })),
  });
  return new Map(usable.map(({ sessionId }, at) => [sessionId, entryMounts(lists[at]?.data ?? [])]));
}

interface SuggestionsProps {
  readonly first: DraftColumn;
  readonly taken: readonly DraftColumn[];
  readonly mounts: ReadonlyMap<string, readonly Mount[]>;
  readonly onAdd: (draft: DraftColumn) => void;
}

/** The same path in other sessions, and beside it: below folders and mounts that are named like environments. */
function Suggestions({ first, taken, mounts, onAdd }: SuggestionsProps) {
  const { sessions } = useOpenSessions();
  const session = sessionOfColumn(first, sessions);
  const known = mounts.get(session?.sessionId ?? '') ?? [];
  const beside = useSuggestedPaths(session, known, first.full);
  const drafts: readonly DraftColumn[] = [
    ...beside.map((full) => ({ ...keyOf(session), full })),
    ...(first.full === '' ? [] : sessions)
      .filter(({ token, sessionId }) => !hasLimitedUses(token) && sessionId !== session?.sessionId)
      .map((other) => ({ ...keyOf(other), full: first.full })),
  ].filter((one) => !taken.some((other) => isSame(one, other)));
  if (drafts.length === 0) return null;
  return (
    <Stack gap={6}>
      <Note size={12}>Suggestions</Note>
      <Row wrap gap={6}>
        {drafts.map((draft) => {
          const other = sessionOfColumn(draft, sessions);
          const words = other === session ? draft.full : `${other?.name ?? ''}: ${draft.full}`;
          return (
            <Button key={words} small icon={Plus} aria-label={`Add ${words}`} onClick={() => onAdd(draft)}>
              {words}
            </Button>
          );
        })}
      </Row>
    </Stack>
  );
}

function keyOf(session: SessionView | undefined): Pick<DraftColumn, 'connection' | 'namespace'> {
  return session === undefined
    ? { connection: '', namespace: '' }
    : { connection: connectionOf(session), namespace: session.namespace };
}

function isSame(one: DraftColumn, other: DraftColumn): boolean {
  return one.connection === other.connection && one.namespace === other.namespace && one.full === other.full;
}
