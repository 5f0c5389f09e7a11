import { Copy, FileKey, Folder } from 'lucide-react';
import type { Mount } from '../../../shared/vault/mount.ts';
import { typedKeys } from '../../../shared/vault/typed-key.ts';
import { resolveTypedPath } from '../../../shared/vault/typed-path.ts';
import { Icon } from '../../ui/icon.tsx';
import { engineTag } from '../path/engine-tag.ts';
import { isEntry } from './follow-path.ts';
import css from './palette-list.module.css';

/** Live interpretation of a typed path. */
export function PathReading({ text, mounts }: { readonly text: string; readonly mounts: readonly Mount[] }) {
  if (text.trim() === '')
    return (
      <span className={css['dim']}>
        For example <code>vault kv get -mount=secret app</code>, <code>/v1/secret/data/app?version=3</code>,
        or <code>secret/app#password</code> to copy a key
      </span>
    );
  return <KeyReading text={text} mounts={mounts} />;
}

/** Interpretation as a key to copy, if possible. */
function KeyReading({ text, mounts }: { readonly text: string; readonly mounts: readonly Mount[] }) {
  const begun = /^(.+)#$/s.exec(text.trim())?.[1];
  const entry = begun === undefined ? undefined : resolveTypedPath(begun, mounts);
  if (entry?.kind === 'resolved' && isEntry(entry))
    return (
      <span className={css['dim']}>
        Type the key of <code>{entry.mount.path + entry.path}</code> to copy
      </span>
    );
  const [reading, ...others] = typedKeys(text);
  const typed = reading === undefined ? undefined : resolveTypedPath(reading.path, mounts);
  if (reading === undefined || typed?.kind !== 'resolved' || !isEntry(typed))
    return <PlaceReading text={text} mounts={mounts} />;
  if (others.length > 0)
    return (
      <span className={css['dim']}>
        An entry, or a key of one: Enter looks for both, and copies a key without showing it.
      </span>
    );
  const { mount, path, version } = typed;
  return (
    <span className={css['found']}>
      <Icon of={Copy} size={15} />
      <span>
        Enter copies <code>{reading.key}</code> of{' '}
        <code>
          <span className={css['mount']}>{mount.path}</span>
          {path}
        </code>{' '}
        {version === undefined ? '' : `, version ${String(version)}, `}
        <span className={css['dim']}>without showing it</span>
      </span>
    </span>
  );
}

function PlaceReading({ text, mounts }: { readonly text: string; readonly mounts: readonly Mount[] }) {
  const typed = resolveTypedPath(text, mounts);
  switch (typed.kind) {
    case 'problem':
      return (
        <span className={css['wrong']}>
          {typed.problem.message} {typed.problem.hint}
        </span>
      );
    case 'needs-mount-lookup':
      return (
        <span className={css['dim']}>
          None of your mounts contains <code>{typed.path}</code>; Enter asks the server.
        </span>
      );
    case 'resolved': {
      const { mount, path, version } = typed;
      const folder = path === '' || path.endsWith('/');
      return (
        <span className={css['found']}>
          <Icon of={folder ? Folder : FileKey} size={15} />
          {folder ? 'Folder' : version === undefined ? 'Entry' : `Version ${String(version)} of entry`}
          <code>
            <span className={css['mount']}>{mount.path}</span>
            {path}
          </code>
          <span className={css['dim']}>{engineTag(mount)}</span>
        </span>
      );
    }
  }
}
