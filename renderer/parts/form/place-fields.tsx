import { useEffect, useEffectEvent, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import type { Mount } from '../../../shared/vault/mount.ts';
import { query } from '../../api/client.ts';
import { useStore } from '../../api/store.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { takeFocus } from '../../ui/focus.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useOpenSessions } from '../../workspace/workspace.tsx';
import { engineTag } from '../path/engine-tag.ts';
import { AskServer } from '../read/loaded.tsx';
import { useRead } from '../read/use-read.ts';
import { treeOf } from '../tree/trees.ts';

/** Most folders offered while a path is typed. */
const mostOffered = 200;

export interface PlaceInForm {
  readonly sessionId: string;
  readonly mount: Mount | undefined;
  readonly path: string;
}

export interface PlaceFieldsProps {
  readonly at: PlaceInForm;
  readonly onAt: (at: PlaceInForm) => void;
  /** Path of the mount that is chosen until the user chooses one; default: the first. */
  readonly usual?: string | undefined;
  readonly takesFocus?: boolean;
  readonly labels: {
    readonly connection: string;
    readonly mount: string;
    readonly path: string;
    readonly placeholder: string;
  };
  readonly problem: string | undefined;
  readonly hint: ReactNode;
}

/** Connection, mount and path. Typing sends no request: folders are offered as the tree knows them. */
export function PlaceFields(props: PlaceFieldsProps) {
  const { at, onAt, labels, problem, hint, takesFocus = false } = props;
  const { sessions } = useOpenSessions();
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => (takesFocus ? takeFocus(field.current) : undefined), [takesFocus]);
  const session = sessions.find((one) => one.sessionId === at.sessionId);
  const read = useRead(session, query('mount.list', { sessionId: at.sessionId }));
  const mounts = (read.data ?? []).filter(({ engine }) => engine !== 'other');
  const usual = mounts.find(({ path }) => path === props.usual) ?? mounts[0];
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
          label={labels.connection}
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
