import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Copies, cuts and drags through main; copies the whole line without a selection. Read-only text is never cut. */
export function secretSelections(copy: (text: string) => void): Extension {
  const take = (view: EditorView, cut: boolean): boolean => {
    const { state } = view;
    const ranges = state.selection.ranges.filter((range) => !range.empty);
    const removes = cut && !state.readOnly;
    if (ranges.length > 0) {
      copy(ranges.map(({ from, to }) => state.sliceDoc(from, to)).join(state.lineBreak));
      if (removes) view.dispatch(state.replaceSelection(''), { userEvent: 'delete.cut' });
      return true;
    }
    const line = state.doc.lineAt(state.selection.main.head);
    copy(line.text + state.lineBreak);
    const to = Math.min(state.doc.length, line.to + 1);
    if (removes) view.dispatch({ changes: { from: line.from, to }, userEvent: 'delete.cut' });
    return true;
  };
  return EditorView.domEventHandlers({
    copy: (event, view) => {
      event.preventDefault();
      return take(view, false);
    },
    cut: (event, view) => {
      event.preventDefault();
      return take(view, true);
    },
    dragstart: (event) => {
      event.preventDefault();
      return true;
    },
  });
}
