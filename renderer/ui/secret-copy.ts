/**
 * Copying from elements with secret values: a browser copy would stay on the clipboard without a timer, so the
 * selected text goes to main, which clears it later. Dragging out is blocked, because it could not be undone.
 */
import { useMemo } from 'react';
import type { ClipboardEvent, DragEvent } from 'react';

export interface SecretCopy {
  readonly onCopy: (event: ClipboardEvent) => void;
  readonly onCut: (event: ClipboardEvent) => void;
  readonly onDragStart: (event: DragEvent) => void;
}

/** Deprecated, but the only deletion that the field's own undo can revert. */
const commands: { readonly execCommand: (name: 'delete') => boolean } = document;

/** Handlers for an element with secret text; `copy` receives the selection, never an empty one. */
export function useSecretCopy(copy: (selected: string) => void): SecretCopy {
  return useMemo(
    () => ({
      onCopy: (event) => {
        event.preventDefault();
        const selected = selectedText(event.target);
        if (selected !== '') copy(selected);
      },
      onCut: (event) => {
        event.preventDefault();
        const selected = selectedText(event.target);
        if (selected === '') return;
        copy(selected);
        if (isField(event.target)) commands.execCommand('delete');
      },
      onDragStart: (event) => event.preventDefault(),
    }),
    [copy],
  );
}

function selectedText(target: EventTarget): string {
  if (isField(target)) return target.value.slice(target.selectionStart ?? 0, target.selectionEnd ?? 0);
  return document.getSelection()?.toString() ?? '';
}

function isField(target: EventTarget): target is HTMLTextAreaElement | HTMLInputElement {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
}
