/**
 * Dragging rows of the tree onto a folder. By pointer events: nothing leaves the page, and the guard of drops from
 * outside (`preload-drops.ts`) has nothing to make an exception for.
 */
import { useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { createPortal } from 'react-dom';
import { counted } from '../../../shared/vault/counted.ts';
import { indexOfRow, rowAt, rowKey, type TreeRow, type TreeRows } from '../../parts/tree/tree-model.ts';
import { placesAt, type PlaceInTree, type TreeSelection } from '../../parts/tree/tree-selection.ts';
import { Text } from '../../ui/layout.tsx';
import { NameText } from '../../ui/marked-text.tsx';
import css from './tree.module.css';
import { canPut, folderAt, type FolderInTree } from './use-tree-hands.ts';

export interface TreeDrag {
  readonly places: readonly PlaceInTree[];
  /** Undefined: it cannot be put where the pointer is. */
  readonly to: FolderInTree | undefined;
  /** Key of the destination's row. */
  readonly key: string | undefined;
  readonly copies: boolean;
  readonly x: number;
  readonly y: number;
}

export interface TreeDragOptions {
  readonly rows: TreeRows;
  readonly selection: TreeSelection;
  readonly onDrop: (places: readonly PlaceInTree[], to: FolderInTree, moves: boolean) => void;
}

/** Pixels that a press moves before it is a drag. */
const threshold = 6;
/** Pixels from an edge within which the tree scrolls. */
const edge = 24;

/** Handlers of the tree's box and the drag under way; Ctrl copies, Escape ends it. */
export function useTreeDrag({ rows, selection, onDrop }: TreeDragOptions) {
  const pressed = useRef<{ readonly x: number; readonly y: number; readonly row: TreeRow }>(undefined);
  const [drag, setDrag] = useState<TreeDrag>();
  const rowUnder = (target: Element | null): TreeRow | undefined => {
    const key = target?.closest<HTMLElement>('[data-key]')?.dataset['key'];
    return key === undefined ? undefined : rowAt(rows, indexOfRow(rows, key));
  };
  const end = (): void => {
    pressed.current = undefined;
    setDrag(undefined);
  };
  const onPointerDown = ({ target, button, pointerType, clientX: x, clientY: y }: PointerEvent): void => {
    const row =
      button === 0 && pointerType === 'mouse' && target instanceof Element ? rowUnder(target) : undefined;
    pressed.current = row === undefined || row.kind === 'note' ? undefined : { x, y, row };
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    const { current: start } = pressed;
    const { clientX: x, clientY: y, currentTarget: box } = event;
    if (start === undefined) return;
    if (drag === undefined && Math.hypot(x - start.x, y - start.y) < threshold) return;
    const places = drag?.places ?? placesAt(selection.snapshot(), start.row);
    if (places.length === 0) return end();
    // The click that ends a drag then belongs to the box, and opens nothing.
    box.setPointerCapture(event.pointerId);
    const { top, bottom } = box.getBoundingClientRect();
    if (y < top + edge) box.scrollTop -= edge;
    else if (y > bottom - edge) box.scrollTop += edge;
    const under = rowUnder(document.elementFromPoint(x, y));
    const folder = under && folderAt(under);
    const to = folder !== undefined && canPut(places, folder) ? folder : undefined;
    setDrag({
      places,
      to,
      key: to && rowKey(to.mount, to.path),
      copies: event.ctrlKey || event.metaKey,
      x,
      y,
    });
  };
  const onPointerUp = ({ ctrlKey, metaKey }: PointerEvent): void => {
    if (drag?.to !== undefined) onDrop(drag.places, drag.to, !ctrlKey && !metaKey);
    end();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    event.preventDefault();
    if (event.key === 'Escape') end();
  };
  return { drag, onPointerDown, onPointerMove, onPointerUp, onLostPointerCapture: end, onKeyDown };
}

/** Says beside the pointer what a drop would do; outside the tree, whose children are rows alone. */
export function DragLabel({ drag: { places, to, copies, x, y } }: { readonly drag: TreeDrag }) {
  return createPortal(
    <div className={css['drag']} style={{ left: x + 12, top: y + 12 }} role="status">
      {to === undefined ? (
        'Drop on a folder'
      ) : (
        <>
          {copies ? 'Copy' : 'Move'} {counted(places.length, 'name')} to{' '}
          <Text mono breaks>
            <NameText text={to.mount.path + to.path} />
          </Text>
        </>
      )}
    </div>,
    document.body,
  );
}
