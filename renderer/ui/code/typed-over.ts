/**
 * Replaces selections in the editor rather than in the browser. Chromium would delete the selected spans and preserve
 * their look with a `style` attribute on the replacement. The page's content security policy blocks and reports that.
 */
import { EditorView } from '@codemirror/view';

/** Replaces the selection with typed, inserted or composed text. */
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

/** Replacement text of an input event; undefined if the editor handles it itself. */
function textOf({ inputType, data, dataTransfer }: InputEvent): string | undefined {
  if (inputType === 'insertText') return data ?? '';
  if (inputType === 'insertReplacementText') return data ?? dataTransfer?.getData('text/plain') ?? '';
  return inputType.startsWith('delete') && inputType !== 'deleteByDrag' ? '' : undefined;
}
