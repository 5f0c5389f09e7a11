/** A JSON text to read, in CodeMirror: it folds, and of a large one only the lines in view are drawn. Load it lazily (`code-editor.ts`). */
import { json } from '@codemirror/lang-json';
import { codeFolding, foldGutter, foldKeymap } from '@codemirror/language';
import { EditorView, keymap } from '@codemirror/view';
import { reading, useCodeView } from './code-view.ts';
import css from './json-view.module.css';

export interface JsonViewProps {
  readonly label: string;
  readonly text: string;
  /** Takes what a person copies: the text may be secret. */
  readonly onCopy: (selected: string) => void;
}

/** As high as its text, up to a part of the window. */
const fitting = EditorView.theme({
  '&': { height: 'auto', maxHeight: '60vh' },
  '.cm-scroller': { overflow: 'auto' },
});

/** Shows JSON; nothing in it can be changed. */
export function JsonView({ label, text, onCopy }: JsonViewProps) {
  const { host } = useCodeView({
    ...{ label, again: text, onCopy },
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
