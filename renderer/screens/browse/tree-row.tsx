import {
  Boxes,
  CalendarClock,
  ChevronDown,
  ChevronRight,
  Database,
  FileKey,
  Folder,
  FolderOpen,
  TriangleAlert,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { memo } from 'react';
import { grouped } from '../../../shared/vault/counted.ts';
import type { AppErrorKind } from '../../../shared/ipc/result.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { classes } from '../../ui/classes.ts';
import { errorWords } from '../../ui/error-words.ts';
import { Icon } from '../../ui/icon.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { Highlighted } from '../../parts/tree/highlighted.tsx';
import namesCss from '../../ui/name-rows.module.css';
import rowsCss from './name-rows.module.css';
import { engineTag } from '../../parts/path/engine-tag.ts';
import { apiPath } from '../../parts/path/path-forms.ts';
import type { DueEntry } from '../../parts/folder/due-list.ts';
import type { Folder as FolderNode, FolderNote, TreeRow } from '../../parts/tree/tree-model.ts';
import { Row } from '../../ui/layout.tsx';
import css from './tree.module.css';

export interface TreeRowViewProps {
  readonly id: string;
  readonly row: TreeRow;
  readonly top: number;
  /** The row has the keyboard cursor. */
  readonly active: boolean;
  /** Selected for work on many entries; without such a selection: shown by the tab in front. */
  readonly selected: boolean;
  /** Dragged names would be put here. */
  readonly isTarget: boolean;
  readonly needle: string;
  /** A date in its metadata, as far as its folder was read as a table. */
  readonly due: DueEntry['urgency'] | undefined;
  /** Opening or listing costs the token one of its uses. */
  readonly costsUse: boolean;
  /** Trouble of the session that the main area says, with its remedies. */
  readonly trouble: AppErrorKind | undefined;
}

/** Pixels per level. */
export const indent = 16;

/** Icon of a mount: an engine without entries does not look like a folder of them. */
export function mountIcon({ engine }: Mount): LucideIcon {
  return engine === 'other' ? Boxes : Database;
}

/** One row of the tree. It has no handlers of its own: the tree listens once for all rows. */
export const TreeRowView = memo(function TreeRowView(props: TreeRowViewProps) {
  const { id, row, top, active, selected, isTarget, needle, due, costsUse, trouble } = props;
  const costs =
    costsUse && (row.kind === 'entry' || (row.kind === 'folder' && row.folder?.names === undefined));
  const expandable = row.kind === 'folder';
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={row.level}
      aria-setsize={row.setSize}
      aria-posinset={row.position}
      aria-selected={selected}
      {...(expandable ? { 'aria-expanded': row.expanded } : {})}
      {...(expandable && row.folder?.loading === true ? { 'aria-busy': true } : {})}
      data-key={row.key}
      className={classes(
        namesCss['row'],
        rowsCss['row'],
        css['row'],
        active && rowsCss['active'],
        active && css['active'],
        selected && rowsCss['selected'],
        selected && css['selected'],
        isTarget && css['target'],
      )}
      style={{ transform: `translateY(${String(top)}px)`, paddingLeft: (row.level - 1) * indent + 4 }}
    >
      {row.kind === 'note' ? (
        <NoteContent note={row.note} folder={row.folder} trouble={trouble} />
      ) : (
        <>
          <span className={css['chevron']} data-part="chevron">
            {expandable && <Icon of={row.expanded ? ChevronDown : ChevronRight} size={14} />}
          </span>
          <span className={css['glyph']}>
            <Icon of={iconOf(row)} size={15} />
          </span>
          <span className={css['name']} data-mono title={row.name.length > 24 ? row.name : undefined}>
            <Highlighted name={row.name} needle={needle} />
          </span>
          {row.kind === 'folder' && <FolderFacts row={row} />}
          {due !== undefined && <DueMark due={due} />}
          {costs && <span className={css['facts']}>1 use</span>}
        </>
      )}
    </div>
  );
});

const dueWords = { overdue: 'Overdue', soon: 'Due soon', unreadable: 'Unreadable date' } as const;

function DueMark({ due }: { readonly due: DueEntry['urgency'] }) {
  return (
    <span className={css['facts']}>
      <Tooltip text={dueWords[due]}>
        <Row as="span" tone={due === 'overdue' ? 'danger' : 'warn'} role="img" aria-label={dueWords[due]}>
          <Icon of={CalendarClock} size={13} />
        </Row>
      </Tooltip>
    </span>
  );
}

function iconOf(row: Exclude<TreeRow, { readonly kind: 'note' }>): LucideIcon {
  if (row.kind === 'entry') return FileKey;
  if (row.path === '') return mountIcon(row.mount);
  return row.expanded ? FolderOpen : Folder;
}

function FolderFacts({ row }: { readonly row: TreeRow & { readonly kind: 'folder' } }) {
  const { folder, mount, path } = row;
  const error = folder?.error;
  return (
    <span className={css['facts']}>
      {folder !== undefined && folder.warnings.length > 0 && (
        <Tooltip text={folder.warnings.join('\n')}>
          <Row as="span" tone="warn" role="img" aria-label={`Warning: ${folder.warnings.join(' ')}`}>
            <Icon of={TriangleAlert} size={13} />
          </Row>
        </Tooltip>
      )}
      {error?.kind === 'forbidden' ? (
        <Tooltip text={`Missing: list on ${apiPath(mount, path)}`}>
          <span>needs list</span>
        </Tooltip>
      ) : (
        // Of an open folder without names a line of its own says so.
        folder?.names !== undefined &&
        !(row.expanded && folder.names.count === 0) && <span>{grouped(folder.names.count)}</span>
      )}
      {path === '' && engineTag(mount) !== '' && <span>{engineTag(mount)}</span>}
    </span>
  );
}

interface NoteContentProps extends Pick<TreeRowViewProps, 'trouble'> {
  readonly note: FolderNote;
  readonly folder: FolderNode;
}

function NoteContent({ note, folder, trouble }: NoteContentProps) {
  switch (note) {
    case 'loading':
      return <span className={css['loading']} role="img" aria-label="Loading" />;
    case 'empty':
      return <span className={css['note']}>{folder.path === '' ? 'empty' : 'empty folder'}</span>;
    case 'unlisted':
      return (
        <span className={css['note']} title={folder.error?.message}>
          this engine has no list here
        </span>
      );
    case 'failed':
      if (trouble !== undefined && trouble === folder.error?.kind)
        return <span className={css['note']}>not listed</span>;
      return (
        <span className={css['failed']}>
          <Icon of={TriangleAlert} size={14} />
          <Tooltip text={folder.error?.message ?? ''}>
            <span className={css['reason']}>
              {folder.error === undefined ? 'Could not be listed' : errorWords(folder.error).title}
            </span>
          </Tooltip>
          <span className={css['retry']} data-part="retry">
            Retry
          </span>
        </span>
      );
  }
}
