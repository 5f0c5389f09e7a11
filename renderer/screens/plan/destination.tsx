import { useEffect, useEffectEvent, useId, useRef } from 'react';
import type { Mount } from '../../../shared/vault/mount.ts';
import { checkApiPath } from '../../../shared/vault/path.ts';
import { query } from '../../api/client.ts';
import { useStore } from '../../api/store.ts';
import { engineTag } from '../../parts/path/engine-tag.ts';
import type { ActionDraft } from '../../parts/plan/plan-draft.ts';
import { planOf } from '../../parts/plan/plan-store.ts';
import { AskServer } from '../../parts/read/loaded.tsx';
import { useRead } from '../../parts/read/use-read.ts';
import { treeOf } from '../../parts/tree/trees.ts';
import { takeFocus } from '../../ui/focus.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useOpenSessions } from '../../workspace/workspace.tsx';

/** Most folders offered while a path is typed. */
const mostOffered = 200;

/** Reason why a text cannot be a folder; undefined if it can. Empty: the mount itself. */
export function destinationProblem(path: string): string | undefined {
  if (path === '') return undefined;
  const problem = checkApiPath(path.replace(/\/$/, ''));
  return problem === undefined ? undefined : `${problem.message} ${problem.hint ?? ''}`.trim();
}

export interface DestinationProps {
  readonly sessionId: string;
  readonly draft: ActionDraft;
  readonly onDraft: (change: Partial<ActionDraft>) => void;
}

/** Connection, mount and folder that entries go to. Typing sends no request: folders are offered as the tree knows them. */
export function Destination({ sessionId, draft, onDraft }: DestinationProps) {
  const { sessions } = useOpenSessions();
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => takeFocus(field.current), []);
  const { toSession, toMount, toPath } = draft;
  const session = sessions.find(({ sessionId }) => sessionId === toSession);
  const read = useRead(session, query('mount.list', { sessionId: toSession }));
  const mounts = (read.data ?? []).filter(({ engine }) => engine !== 'other');
  const { places } = useStore(planOf(sessionId));
  const usual = mounts.find(({ path }) => path === places[0]?.mount) ?? mounts[0];
  const choose = useEffectEvent((mount: Mount) => onDraft({ toMount: mount }));
  useEffect(() => {
    if (toMount === undefined && usual !== undefined) choose(usual);
  }, [toMount, usual]);
  const tree = treeOf(toSession);
  useStore(tree);
  const folders = tree
    .listedFolders()
    .filter(({ mount, path }) => mount.path === toMount?.path && path !== '' && path.startsWith(toPath))
    .slice(0, mostOffered);
  const problem = destinationProblem(toPath);
  return (
    <>
      {sessions.length > 1 && (
        <SelectField
          label="Connection"
          value={toSession}
          options={sessions.map((one) => ({
            value: one.sessionId,
            label: one.name,
            note: one.address.replace(/^https?:\/\//, ''),
          }))}
          onValue={(next) => onDraft({ toSession: next, toMount: undefined })}
        />
      )}
      {read.error !== undefined ? (
        <ErrorPanel error={read.error} title="The mounts could not be listed" />
      ) : read.unasked && mounts.length === 0 ? (
        <AskServer onAsk={read.refresh} />
      ) : (
        <SelectField
          label="To mount"
          mono
          value={toMount?.path ?? ''}
          options={mounts.map((one) => ({ value: one.path, label: one.path, note: engineTag(one) }))}
          onValue={(path) => onDraft({ toMount: mounts.find((one) => one.path === path) })}
        />
      )}
      <TextField
        label="To folder"
        mono
        ref={field}
        list={list}
        placeholder="the mount itself"
        value={toPath}
        error={problem}
        hint={
          toMount === undefined ? undefined : (
            <>
              In full:{' '}
              <code>{toMount.path + toPath + (toPath === '' || toPath.endsWith('/') ? '' : '/')}</code>
            </>
          )
        }
        onChange={({ target }) => onDraft({ toPath: target.value })}
      />
      <datalist id={list}>
        {folders.map(({ path }) => (
          <option key={path} value={path} />
        ))}
      </datalist>
    </>
  );
}
