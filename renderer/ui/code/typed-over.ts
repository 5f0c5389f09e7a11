/**
 * Typing over a selection, done by the editor and not by the browser. Left to itself Chromium deletes the selected spans
 * and keeps their look by writing a `style` attribute on what takes their place. The page's content security policy
 * blocks that, and reports it.
 */
import { EditorView } from '@codemirror/view';

/** Replaces the selection by what is typed, inserted or composed over it. */
export const typedOver = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const text = textOf(event);
    if (text === undefined || view.composing || view.state.readOnly) return false;
    if (view.state.selection.ranges.every((range) => range.empty)) return false;
    view.dispatch(view.state.replaceSelection(text), {
      userEvent: text === '' ? 'delete.selection' : 'input.type',
      scrollIntoView: true,
    });
    event.preventDefault();
    return true;
  },
  compositionstart: (_event, view) => {
    if (view.state.readOnly || view.state.selection.ranges.every((range) => range.empty)) return false;
    view.dispatch(view.state.replaceSelection(''), { userEvent: 'delete.selection' });
    return false;
  },
});

/** The text that an input puts in the place of the selection; undefined where it is the editor's business already. */
function textOf({ inputType, data, dataTransfer }: InputEvent): string | undefined {
  if (inputType === 'insertText') return data ?? '';
  if (inputType === 'insertReplacementText') return data ?? dataTransfer?.getData('text/plain') ?? '';
  return inputType.startsWith('delete') && inputType !== 'deleteByDrag' ? '' : undefined;
}
