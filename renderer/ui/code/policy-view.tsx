/** A policy's text to read, in CodeMirror: coloured, searchable, selectable. Load it lazily (`code-editor.ts`). */
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, drawSelection, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { codeColours, editorTheme } from './editor-theme.ts';
import { hcl } from './hcl.ts';
import css from './json-editor.module.css';

export interface PolicyViewProps {
  readonly label: string;
  readonly text: string;
}

/** Shows a policy; nothing in it can be changed. */
export function PolicyView({ label, text }: PolicyViewProps) {
  const host = useRef<HTMLDivElement>(null);
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
          lineNumbers(),
          drawSelection(),
          highlightSelectionMatches(),
          search({ top: true }),
          keymap.of(searchKeymap),
          hcl,
          syntaxHighlighting(codeColours),
          EditorView.lineWrapping,
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({
            tabindex: '0',
            'aria-label': label,
            'aria-readonly': 'true',
            spellcheck: 'false',
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
