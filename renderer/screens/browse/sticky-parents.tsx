import { ChevronDown, FolderOpen } from 'lucide-react';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import namesCss from '../../ui/name-rows.module.css';
import { rowKey, type Folder } from '../../parts/tree/tree-model.ts';
import type { StickyParent } from '../../parts/tree/parents-at.ts';
import { indent, mountIcon } from './tree-row.tsx';
import css from './tree.module.css';

export interface StickyParentsProps {
  readonly parents: readonly StickyParent[];
  readonly rowHeight: number;
}

/** The folders around the first row in view, at the top of the tree. Hidden from screen readers, which know the level. */
export function StickyParents({ parents, rowHeight }: StickyParentsProps) {
  if (parents.length === 0) return null;
  return (
    <div className={css['sticky']} aria-hidden="true">
      {parents.map(({ folder, top }) => (
        <div
          key={folder.level}
          data-parent={rowKey(folder.mount, folder.path)}
          className={classes(namesCss['row'], css['row'], css['parent'])}
          style={{
            transform: `translateY(${String(top * rowHeight)}px)`,
            paddingLeft: (folder.level - 1) * indent + 4,
            zIndex: -folder.level,
          }}
        >
          <span className={css['chevron']}>
            <Icon of={ChevronDown} size={14} />
          </span>
          <span className={css['glyph']}>
            <Icon of={folder.parent === undefined ? mountIcon(folder.mount) : FolderOpen} size={15} />
          </span>
          <span className={css['name']} data-mono>
            {nameOf(folder)}
          </span>
        </div>
      ))}
    </div>
  );
}

function nameOf({ mount, path, parent }: Folder): string {
  return parent === undefined ? mount.path : path.slice(parent.path.length);
}
