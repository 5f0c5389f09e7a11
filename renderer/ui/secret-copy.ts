/**
 * Copying from a place that shows secret values: what the browser would put on the clipboard stays there and on nobody's
 * clock, so the selected text goes to main, which clears it in time. Dragging out is refused: nothing could take it back.
 */
import { useMemo } from 'react';
import type { ClipboardEvent, DragEvent } from 'react';

export interface SecretCopy {
  readonly onCopy: (event: ClipboardEvent) => void;
  readonly onCut: (event: ClipboardEvent) => void;
  readonly onDragStart: (event: DragEvent) => void;
}

/** Old, and still the one way to delete a selection that the field's own undo takes back. */
const commands: { readonly execCommand: (name: 'delete') => boolean } = document;

/** Handlers for an element whose selected text is secret; `copy` is given the selection, never an empty one. */
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
