/** Moves the focus when an entry is opened, or its editor has closed. */
import { useEffect, type RefObject } from 'react';
import { takeFocusRequest, useFocusRequest } from '../../workspace/entry-focus.ts';
import type { EntryTab } from '../../workspace/tabs.ts';
import { takeFocus } from '../../ui/focus.ts';

/** Focuses the row that Tab reaches, else the `data-first` element, else the heading. */
export function focusEntry(box: HTMLElement | null): void {
  takeFocus(
    box?.querySelector<HTMLElement>('[role=grid] [role=row][tabindex="0"]') ??
      box?.querySelector<HTMLElement>('[data-first]') ??
      box?.querySelector<HTMLElement>('h2') ??
      null,
  );
}

/** Moves the focus into the entry of a tab once it is `ready`, if it was opened with a focus request. */
export function useFocusOnOpen(
  box: RefObject<HTMLElement | null>,
  { mount, path }: Pick<EntryTab, 'mount' | 'path'>,
  ready: boolean,
): void {
  const request = useFocusRequest();
  useEffect(() => {
    if (ready && request !== undefined && takeFocusRequest({ mount, path })) focusEntry(box.current);
  }, [request, ready, mount, path, box]);
}
