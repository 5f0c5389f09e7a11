/**
 * Read-only JSON in CodeMirror: foldable, and drawing only visible lines of a large text. Load it lazily
 * (`code-editor.ts`).
 */
import { json } from '@codemirror/lang-json';
import { codeFolding, foldGutter, foldKeymap } from '@codemirror/language';
import { EditorView, keymap } from '@codemirror/view';
import { reading, useCodeView } from './code-view.ts';
import css from './json-view.module.css';

export interface JsonViewProps {
  readonly label: string;
  readonly text: string;
  /** Receives copied text, because it can be secret. */
  readonly onCopy: (selected: string) => void;
}

/** As high as its text, limited to a share of the window. */
const fitting = EditorView.theme({
  '&': { height: 'auto', maxHeight: '60vh' },
  '.cm-scroller': { overflow: 'auto' },
});

/** Shows read-only JSON. */
export function JsonView({ label, text, onCopy }: JsonViewProps) {
  const { host } = useCodeView({
    label,
    again: text,
    onCopy,
    code: () => ({
      doc: text,
      extensions: [
        fitting,
        reading(label),
        codeFolding(),
        foldGutter({ openText: '▾', closedText: '▸' }),
        keymap.of(foldKeymap),
        json(),
      ],
    }),
  });
  return <div ref={host} className={css['host']} data-code-editor />;
}
