/**
 * Drags into the page: asks main when a drag enters; until main agrees, nothing can be dropped. See
 * `window/paste-guard.ts` for the limits of this.
 */

/** Used part of the page and its events; the main process has no DOM types. */
interface DragEventLike {
  readonly relatedTarget: unknown;
  readonly dataTransfer: { dropEffect: string } | null;
  readonly preventDefault: () => void;
  readonly stopImmediatePropagation: () => void;
}

interface PageLike {
  readonly addEventListener: (type: string, hear: (event: DragEventLike) => void, capture: true) => void;
}

/** Guards the page before any of its own scripts runs. */
export function guardDrops(page: PageLike, ask: () => Promise<unknown>): void {
  /** The drag under way; a new object for each drag. */
  let drag = { mayDrop: false };
  const end = (): void => void (drag = { mayDrop: false });

  page.addEventListener(
    'dragenter',
    ({ relatedTarget }) => {
      // Entered from outside the window: a new drag.
      if (relatedTarget === null) end();
      const asked = drag;
      ask().then(
        (may) => (asked.mayDrop = may === true),
        () => undefined,
      );
    },
    true,
  );
  page.addEventListener(
    'dragleave',
    ({ relatedTarget }) => {
      if (relatedTarget === null) end();
    },
    true,
  );
  for (const type of ['dragover', 'drop'])
    page.addEventListener(
      type,
      (event) => {
        const { mayDrop } = drag;
        if (type === 'drop') end();
        if (mayDrop) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
      },
      true,
    );
}
