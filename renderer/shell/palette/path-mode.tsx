import { useQuery } from '@tanstack/react-query';
import { CornerDownLeft, FileKey, Folder } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { Destination, SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { resolveTypedPath, type TypedPath } from '../../../shared/vault/typed-path.ts';
import type { EntryPlace } from '../../../shared/vault/workspace-memory.ts';
import { appErrorOf } from '../../api/client.ts';
import { resolvePath } from '../../api/folders.ts';
import { mountsQuery } from '../../api/mounts.ts';
import { classes } from '../../ui/classes.ts';
import { ErrorText } from '../../ui/error-panel.tsx';
import { Icon } from '../../ui/icon.tsx';
import { longestLine } from '../../ui/longest-line.ts';
import { samePlace } from '../../workspace/tabs.ts';
import { showPalette } from '../../workspace/palette.ts';
import { useWorkspace } from '../../workspace/workspace.tsx';
import type { Tab } from '../../workspace/tabs.ts';
import { Highlighted } from '../../parts/tree/highlighted.tsx';
import css from './palette.module.css';
import { fold } from '../../parts/tree/name-list.ts';
import { useOpenPlace } from '../../parts/tree/open-place.ts';
import { engineTag } from '../../parts/path/engine-tag.ts';

export interface PathModeProps {
  readonly session: SessionView;
}

/**
 * Goes to a path typed or pasted in any form: browse, API, CLI or URL. While typing, what was understood is worked out
 * here; only Enter asks main. No permission to list is needed.
 */
export function PathMode({ session }: PathModeProps) {
  const { sessionId } = session;
  const { tabs, placesOf } = useWorkspace();
  const openPlace = useOpenPlace(sessionId);
  const mounts = useQuery(mountsQuery(sessionId)).data ?? [];
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(-1);
  const [problem, setProblem] = useState<AppError>();
  const [asking, setAsking] = useState(false);
  const listId = useId();
  const abort = useRef<AbortController>(undefined);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const recent = recentPlaces(placesOf(sessionId).recents, tabs, text);
  const understood = text.trim() === '' ? undefined : resolveTypedPath(text, mounts);

  const go = (place: Destination): void => {
    showPalette(undefined);
    // The palette gives the focus back first: it goes on into the entry.
    setTimeout(() => {
      openPlace(place, 'pin');
    });
  };

  const submit = async (): Promise<void> => {
    const place = recent[chosen];
    if (place !== undefined) {
      go(place);
      return;
    }
    if (text.trim() === '') return;
    abort.current?.abort();
    const controller = new AbortController();
    abort.current = controller;
    setAsking(true);
    try {
      const destination = await resolvePath(sessionId, text, controller.signal);
      if (!controller.signal.aborted) go(destination);
    } catch (caught) {
      if (!controller.signal.aborted) setProblem(appErrorOf(caught));
    } finally {
      if (abort.current === controller) setAsking(false);
    }
  };

  const keyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setChosen(Math.max(-1, Math.min(recent.length - 1, chosen + step)));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      void submit();
    }
  };

  return (
    <>
      <div className={css['line']}>
        <input
          // The overlay exists to be typed into.
          autoFocus
          type="text"
          role="combobox"
          aria-label="Path"
          aria-expanded={recent.length > 0}
          aria-controls={listId}
          {...(chosen >= 0 ? { 'aria-activedescendant': `${listId}-${String(chosen)}` } : {})}
          data-mono
          placeholder="secret/payments/api-gateway, an API path, a CLI command or a URL"
          spellCheck={false}
          autoComplete="off"
          className={css['input']}
          maxLength={longestLine}
          value={text}
          onChange={(event) => {
            abort.current?.abort();
            setText(event.target.value);
            setChosen(-1);
            setProblem(undefined);
          }}
          onKeyDown={keyDown}
        />
        <Icon of={CornerDownLeft} className={css['enter']} />
      </div>
      <div className={css['understood']} role="status">
        {problem !== undefined ? (
          <div className={css['problem']}>
            <ErrorText error={problem} />
          </div>
        ) : asking ? (
          <span className={css['dim']}>Asking the server which engine this is…</span>
        ) : (
          <Understood typed={understood} />
        )}
      </div>
      {recent.length > 0 && (
        <div className={css['recent']}>
          <div className={css['heading']}>Recent</div>
          <div ref={list} id={listId} role="listbox" aria-label="Recent">
            {recent.map((place, index) => (
              <div
                key={place.mount.path + place.path}
                id={`${listId}-${String(index)}`}
                role="option"
                aria-selected={index === chosen}
                className={classes(css['option'], index === chosen && css['chosen'])}
                onPointerMove={() => {
                  setChosen(index);
                }}
                onPointerUp={() => {
                  go(place);
                }}
              >
                <Icon of={FileKey} size={15} />
                <span data-mono>
                  <Highlighted name={place.mount.path + place.path} needle={fold(text.trim())} />
                </span>
              </div>
            ))}
          </div>
        </div>
      )}
    </>
  );
}

/** Recent places, newest first, and whatever else is open, as far as they hold the text. */
function recentPlaces(
  recents: readonly EntryPlace[],
  tabs: readonly Tab[],
  text: string,
): readonly EntryPlace[] {
  const open = tabs.filter(
    (tab) => tab.kind === 'entry' && tab.mode !== 'create' && !recents.some((place) => samePlace(place, tab)),
  );
  const needle = fold(text.trim());
  return [...recents, ...open.flatMap((tab) => (tab.kind === 'entry' ? [tab] : []))].filter(
    ({ mount, path }) => fold(mount.path + path).includes(needle),
  );
}

function Understood({ typed }: { readonly typed: TypedPath | undefined }) {
  if (typed === undefined)
    return (
      <span className={css['dim']}>
        For example <code>vault kv get -mount=secret app</code> or <code>/v1/secret/data/app?version=3</code>
      </span>
    );
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
          No mount of yours holds <code>{typed.path}</code>; the server is asked when you press Enter.
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
