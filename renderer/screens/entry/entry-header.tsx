import { useQuery } from '@tanstack/react-query';
import {
  Braces,
  ClipboardCopy,
  Copy,
  FileClock,
  FolderTree,
  PanelRight,
  Pencil,
  RefreshCw,
  Send,
} from 'lucide-react';
import { Fragment } from 'react';
import { counted } from '../../../shared/vault/counted.ts';
import type { EntryRights, EntryView } from '../../../shared/vault/entry.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { mayAskAgain } from '../../../shared/vault/token.ts';
import { formatDuration } from '../../../shared/vault/ttl.ts';
import { query } from '../../api/client.ts';
import { isSamePlace, useEntryChanges, type PlaceOfEntry } from '../../api/entry-actions.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { NameText } from '../../ui/marked-text.tsx';
import type { MenuItem } from '../../ui/menu-popup.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { Menu } from '../../ui/menu.tsx';
import { ServerTime, useServerNow } from '../../ui/server-clock.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { referredConnection } from '../../parts/path/references.ts';
import { copyPlainText } from '../../parts/value/copy-plain-text.ts';
import { askAction } from '../../parts/entry-actions/actions.ts';
import { entryMenu, removalMenu, settingsMenu } from '../../parts/entry-actions/entry-menu.ts';
import { runCopyAs, textFormats } from '../../parts/entry-actions/run.ts';
import { missingRight } from '../../parts/entry-actions/rights-reasons.ts';
import { FavouriteButton } from '../../parts/entry-actions/favourite-button.tsx';
import { Box, Row, Text } from '../../ui/layout.tsx';
import { keyHint } from '../../workspace/key-map.ts';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { HeaderTools } from './entry-frame.tsx';
import { useEntryActions, type EntryHeaderProps } from './use-entry-actions.ts';
import css from './entry-screen.module.css';
import { isGone } from './versions/versions.ts';

/** Path of the entry, state of the view, and its actions. */
export function EntryHeader(props: EntryHeaderProps) {
  const { session, mount, path, view, mode, version, newest, old, forms, editing, raw, detailsOpen } = props;
  const slash = path.lastIndexOf('/') + 1;
  const place: PlaceOfEntry = { sessionId: session.sessionId, mount, path };
  const rights = useQuery(
    query('entry.rights', { sessionId: session.sessionId, mount: mount.path, path }, { enabled: false }),
  ).data;
  useFollow(place, !editing && mayAskAgain(session.token), props.onRefresh);
  const metadata = useQuery(
    query('entry.metadata', { sessionId: session.sessionId, mount: mount.path, path }, { enabled: false }),
  ).data;
  const nowMs = useServerNow();
  const { openCompare } = useWorkspaceActions();
  const shown = view?.version ?? version ?? (view === undefined ? metadata?.currentVersion : undefined);
  const factsOf = (of: number | undefined) => metadata?.versions.find((one) => one.version === of);
  const facts = factsOf(shown);
  const latest = factsOf(newest);
  const menu = {
    place,
    rights,
    connection: referredConnection(session),
    old,
    entryId: view?.entryId,
    keys: view?.keys.map(({ key }) => key),
    version: shown,
    shared: true,
    current: newest ?? (version === undefined ? view?.version : undefined),
    gone:
      facts === undefined || !isGone(facts, nowMs) ? undefined : facts.destroyed ? 'destroyed' : 'deleted',
  } as const;
  const copies: readonly MenuItem[] = forms.map(({ name, text }) => ({
    label: copyWords[name] ?? `Copy ${name}`,
    icon: Copy,
    ...(name === 'Path' ? { key: 'copyPath' as const } : {}),
    onSelect: () => void copyPlainText(text, name),
  }));
  const copyAs = editing || view === undefined ? [] : copyAsItems(place, view.entryId);
  const share = (): void => {
    askAction({
      kind: 'share',
      place,
      ...(view === undefined ? {} : { entryId: view.entryId }),
      ...(shown === undefined ? {} : { version: shown }),
    });
  };
  const more: readonly MenuItem[] = [
    ...(editing
      ? []
      : [
          {
            label: session.token.numUses > 0 ? 'Refresh (1 use)' : 'Refresh',
            icon: RefreshCw,
            key: 'refresh' as const,
            onSelect: props.onRefresh,
          },
          { label: raw ? 'Show keys' : 'Show raw JSON', icon: Braces, onSelect: props.onRaw },
        ]),
    {
      label: 'Show in tree',
      icon: FolderTree,
      onSelect: () => props.onReveal(path),
    },
    ...(copyAs.length === 0 ? [] : (['separator', ...copyAs] as const)),
    ...(editing || view === undefined ? [] : (['separator', ...entryMenu(menu)] as const)),
    // A token can have access to the metadata of an entry whose values it may not read.
    ...(view === undefined && metadata !== undefined ? (['separator', ...settingsMenu(place)] as const) : []),
    ...(editing ? [] : (['separator', ...removalMenu(menu)] as const)),
  ];
  useEntryActions(props, place, { copies, more, share });
  return (
    <Row as="header" wrap gap={6} gapX={16} rigid>
      <Box className={css['heading']}>
        <Breadcrumb mount={mount} folder={path.slice(0, slash)} copies={copies} onReveal={props.onReveal} />
        <h2 className={css['name']} title={path.slice(slash)} tabIndex={-1} data-selectable>
          <NameText text={path.slice(slash)} />
        </h2>
      </Box>
      <Row align="start" gap={8} role="toolbar" aria-label="Entry">
        <HeaderTools>
          {!editing && <ReadingButtons header={props} place={place} rights={rights} onShare={share} />}
        </HeaderTools>
        <MoreMenu items={more} />
        <FavouriteButton session={session} mount={mount} path={path} />
        <IconButton
          icon={PanelRight}
          label={detailsOpen ? 'Hide details' : 'Show details'}
          keys={keyHint('details')}
          aria-pressed={detailsOpen}
          onClick={props.onDetails}
        />
      </Row>
      {(view !== undefined || version !== undefined || mode !== undefined || props.loading) && (
        <div className={css['chips']}>
          {mode !== undefined ? (
            <Chip>{mode === 'create' ? 'new, not saved yet' : 'not read'}</Chip>
          ) : view === undefined ? (
            version !== undefined && <Chip tone="warn">version {version}</Chip>
          ) : (
            <ViewChips
              view={view}
              newest={newest}
              old={old}
              version={version}
              editing={editing}
              onCurrent={props.onCurrent}
              {...(latest !== undefined &&
                !isGone(latest, nowMs) && {
                  onCompare: () =>
                    openCompare(
                      { ...place, version: view.version ?? 0 },
                      { ...place, version: latest.version },
                    ),
                })}
            />
          )}
        </div>
      )}
    </Row>
  );
}

function copyAsItems(place: PlaceOfEntry, entryId: string): readonly MenuItem[] {
  return textFormats.map((format) => ({
    label: `Copy as ${format[1]}`,
    icon: ClipboardCopy,
    onSelect: () => void runCopyAs(place, entryId, format),
  }));
}

interface ReadingButtonsProps {
  readonly header: EntryHeaderProps;
  readonly place: PlaceOfEntry;
  readonly rights: EntryRights | undefined;
  readonly onShare: () => void;
}

/** Main actions on the version in view. */
function ReadingButtons({ header, place, rights, onShare }: ReadingButtonsProps) {
  const { view, loading, old, newest, mayEdit, onEdit } = header;
  const restorable = old && view?.version !== undefined ? view.version : undefined;
  const restoreRefused = missingRight(place, rights, 'update');
  return (
    <>
      {restorable !== undefined && (
        <Button
          icon={FileClock}
          disabled={restoreRefused !== undefined}
          title={restoreRefused}
          onClick={() => {
            askAction({
              kind: 'restore',
              place,
              version: restorable,
              ...(view === undefined ? {} : { entryId: view.entryId }),
              ...(newest === undefined ? {} : { current: newest }),
            });
          }}
        >
          Restore…
        </Button>
      )}
      {view !== undefined && (
        <Button icon={Send} title={keyHint('share')} onClick={onShare}>
          Share
        </Button>
      )}
      {(mayEdit || loading) && (
        <Button
          variant="primary"
          icon={Pencil}
          disabled={!mayEdit}
          title={`Edit (${keyHint('edit')})`}
          onClick={onEdit}
        >
          Edit
        </Button>
      )}
    </>
  );
}

/** Reads again after changes made in this window, if that costs no use and no edit lies over it. */
function useFollow(place: PlaceOfEntry, may: boolean, onRefresh: () => void): void {
  useEntryChanges((other, event) => {
    // An entry that is gone for good closes its tabs.
    if (may && event !== 'gone' && isSamePlace(other, place)) onRefresh();
  });
}

interface BreadcrumbProps {
  readonly mount: Mount;
  /** Empty or with a trailing slash. */
  readonly folder: string;
  /** The forms of the path. */
  readonly copies: readonly MenuItem[];
  readonly onReveal: (folder: string) => void;
}

const copyWords: Readonly<Partial<Record<string, string>>> = {
  Path: 'Copy path',
  'Policy path': 'Copy policy path',
  Reference: 'Copy reference',
  // The write command is among the forms of the entry.
  'CLI command': 'Copy CLI read command',
};

function Breadcrumb({ mount, folder, copies, onReveal }: BreadcrumbProps) {
  const parts = [
    { name: mount.path.replace(/\/$/, ''), path: '' },
    ...[...folder.matchAll(/([^/]+)\//g)].map((match) => ({
      name: match[1] ?? '',
      path: folder.slice(0, match.index + match[0].length),
    })),
  ];
  return (
    <nav aria-label="Folder" className={css['breadcrumb']} data-mono>
      {parts.map(({ name, path }) => (
        <Fragment key={path}>
          <button type="button" className={css['crumb']} onClick={() => onReveal(path)}>
            {name}
          </button>
          <Text aria-hidden="true" tone="dim">
            /
          </Text>
        </Fragment>
      ))}
      <Menu
        align="start"
        trigger={<IconButton small icon={Copy} iconSize={14} label="Copy path" className={css['copyPath']} />}
        items={copies}
      />
    </nav>
  );
}

interface ViewChipsProps {
  readonly editing: boolean;
  readonly view: EntryView;
  readonly version: number | undefined;
  readonly newest: number | undefined;
  readonly old: boolean;
  readonly onCurrent: () => void;
  /** Shows it beside the current version, if that has values. */
  readonly onCompare?: () => void;
}

function ViewChips({ view, version: asked, newest, old, editing, onCurrent, onCompare }: ViewChipsProps) {
  const { version } = view;
  return (
    <>
      {version !== undefined &&
        (old ? (
          <Chip tone="warn">
            version {version}
            {newest === undefined ? '' : ` of ${String(newest)}`}
          </Chip>
        ) : (
          <Chip tone="accent">version {version} · current</Chip>
        ))}
      {view.createdTime !== undefined && (
        <Chip>
          saved <ServerTime iso={view.createdTime} />
        </Chip>
      )}
      <Chip>{counted(view.keys.length, 'key')}</Chip>
      {view.leaseSeconds !== undefined && <Chip>lease {formatDuration(view.leaseSeconds)}</Chip>}
      <span className={css['readAt']}>
        read <RelativeTime iso={view.readAt} />
      </span>
      {old && !editing && (
        <>
          <button type="button" className={css['back']} onClick={onCurrent}>
            {asked === undefined ? `Read version ${String(newest)}` : 'Back to the current version'}
          </button>
          {onCompare !== undefined && (
            <button type="button" className={css['back']} onClick={onCompare}>
              Compare
            </button>
          )}
        </>
      )}
    </>
  );
}
