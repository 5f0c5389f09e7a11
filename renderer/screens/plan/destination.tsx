import { useEffect, useEffectEvent, useId, useRef } from 'react';
import type { ReactNode } from 'react';
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

/** Reason why a text cannot be the path of an entry; undefined if it can, or if nothing is typed yet. */
export function sourceProblem(path: string): string | undefined {
  return path.endsWith('/') ? 'This is a folder. Type the path of an entry.' : destinationProblem(path);
}

export interface DestinationProps {
  readonly sessionId: string;
  readonly draft: ActionDraft;
  readonly onDraft: (change: Partial<ActionDraft>) => void;
}

/** Folder that entries go to. */
export function Destination({ sessionId, draft, onDraft }: DestinationProps) {
  const { toSession, toMount, toPath } = draft;
  return (
    <PlaceFields
      sessionId={sessionId}
      at={{ sessionId: toSession, mount: toMount, path: toPath }}
      onAt={(at) => onDraft({ toSession: at.sessionId, toMount: at.mount, toPath: at.path })}
      labels={{ mount: 'To mount', path: 'To folder', placeholder: 'the mount itself' }}
      problem={destinationProblem(toPath)}
      hint={
        toMount !== undefined && (
          <>
            In full: <code>{toMount.path + toPath + (toPath === '' || toPath.endsWith('/') ? '' : '/')}</code>
          </>
        )
      }
    />
  );
}

/** Entry that a key is copied from. */
export function Source({ sessionId, draft, onDraft }: DestinationProps) {
  const { fromSession, fromMount, fromPath } = draft;
  return (
    <PlaceFields
      sessionId={sessionId}
      at={{ sessionId: fromSession, mount: fromMount, path: fromPath }}
      onAt={(at) => onDraft({ fromSession: at.sessionId, fromMount: at.mount, fromPath: at.path })}
      labels={{ mount: 'From mount', path: 'From entry', placeholder: 'app/database' }}
      problem={sourceProblem(fromPath)}
      hint={false}
    />
  );
}

interface Place {
  readonly sessionId: string;
  readonly mount: Mount | undefined;
  readonly path: string;
}

interface PlaceFieldsProps {
  /** The plan's own session. */
  readonly sessionId: string;
  readonly at: Place;
  readonly onAt: (at: Place) => void;
  readonly labels: { readonly mount: string; readonly path: string; readonly placeholder: string };
  readonly problem: string | undefined;
  readonly hint: ReactNode;
}

/** Connection, mount and path. Typing sends no request: folders are offered as the tree knows them. */
function PlaceFields({ sessionId, at, onAt, labels, problem, hint }: PlaceFieldsProps) {
  const { sessions } = useOpenSessions();
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => takeFocus(field.current), []);
  const session = sessions.find((one) => one.sessionId === at.sessionId);
  const read = useRead(session, query('mount.list', { sessionId: at.sessionId }));
  const mounts = (read.data ?? []).filter(({ engine }) => engine !== 'other');
  const { places } = useStore(planOf(sessionId));
  const usual = mounts.find(({ path }) => path === places[0]?.mount) ?? mounts[0];
  const choose = useEffectEvent((mount: Mount) => onAt({ ...at, mount }));
  useEffect(() => {
    if (at.mount === undefined && usual !== undefined) choose(usual);
  }, [at.mount, usual]);
  const tree = treeOf(at.sessionId);
  useStore(tree);
  const folders = tree
    .listedFolders()
    .filter(({ mount, path }) => mount.path === at.mount?.path && path !== '' && path.startsWith(at.path))
    .slice(0, mostOffered);
  return (
    <>
      {sessions.length > 1 && (
        <SelectField
          label="Connection"
          value={at.sessionId}
          options={sessions.map((one) => ({
            value: one.sessionId,
            label: one.name,
            note: one.address.replace(/^https?:\/\//, ''),
          }))}
          onValue={(next) => onAt({ ...at, sessionId: next, mount: undefined })}
        />
      )}
      {read.error !== undefined ? (
        <ErrorPanel error={read.error} title="The mounts could not be listed" />
      ) : read.unasked && mounts.length === 0 ? (
        <AskServer onAsk={read.refresh} />
      ) : (
        <SelectField
          label={labels.mount}
          mono
          value={at.mount?.path ?? ''}
          options={mounts.map((one) => ({ value: one.path, label: one.path, note: engineTag(one) }))}
          onValue={(path) => onAt({ ...at, mount: mounts.find((one) => one.path === path) })}
        />
      )}
      <TextField
        label={labels.path}
        mono
        ref={field}
        list={list}
        placeholder={labels.placeholder}
        value={at.path}
        error={problem}
        hint={hint === false ? undefined : hint}
        onChange={({ target }) => onAt({ ...at, path: target.value })}
      />
      <datalist id={list}>
        {folders.map(({ path }) => (
          <option key={path} value={path} />
        ))}
      </datalist>
    </>
  );
}
