/** A JSON text to read, in CodeMirror: it folds, and of a large one only the lines in view are drawn. Load it lazily (`code-editor.ts`). */
import { standardKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { codeFolding, foldGutter, foldKeymap, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { EditorView, drawSelection, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import { codeColours, editorTheme } from './editor-theme.ts';
import css from './json-view.module.css';
import { secretSelections } from './secret-selections.ts';

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
  const host = useRef<HTMLDivElement>(null);
  const copied = useEffectEvent(onCopy);
  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    // Styles of the library need no hole in the content security policy there (see `json-editor.tsx`).
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: text,
        extensions: [
          fitting,
          lineNumbers(),
          codeFolding(),
          foldGutter({ openText: '▾', closedText: '▸' }),
          drawSelection(),
          highlightSelectionMatches(),
          search({ top: true }),
          // Of a long text only a part is on the page: its ends are reached by the library's own keys.
          keymap.of([...searchKeymap, ...foldKeymap, ...standardKeymap]),
          json(),
          syntaxHighlighting(codeColours),
          EditorView.lineWrapping,
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({
            tabindex: '0',
            'aria-label': label,
            'aria-readonly': 'true',
            spellcheck: 'false',
          }),
          secretSelections((selected) => {
            copied(selected);
          }),
          editorTheme,
        ],
      }),
    });
    return () => {
      view.destroy();
    };
  }, [label, text]);
  return <div ref={host} className={css['host']} data-code-editor />;
}
