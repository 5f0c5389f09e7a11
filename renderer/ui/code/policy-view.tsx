/** A policy's text to read, in CodeMirror: coloured, searchable, selectable. Load it lazily (`code-editor.ts`). */
import { standardKeymap } from '@codemirror/commands';
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, drawSelection, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useImperativeHandle, useRef } from 'react';
import type { Ref } from 'react';
import { codeColours, editorTheme } from './editor-theme.ts';
import { hcl } from './hcl.ts';
import css from './json-editor.module.css';

export interface PolicyViewHandle {
  /** Opens the search of the text. */
  readonly find: () => void;
}

export interface PolicyViewProps {
  readonly ref?: Ref<PolicyViewHandle>;
  readonly label: string;
  readonly text: string;
}

/** Shows a policy; nothing in it can be changed. */
export function PolicyView({ ref, label, text }: PolicyViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const shown = useRef<EditorView>(undefined);
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
          // Only a part of a long text is in the page: its ends are reached by the library's own keys.
          keymap.of([...searchKeymap, ...standardKeymap]),
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
    shown.current = view;
    return () => {
      shown.current = undefined;
      view.destroy();
    };
  }, [label, text]);
  useImperativeHandle(ref, () => ({
    find: () => {
      if (shown.current !== undefined) openSearchPanel(shown.current);
    },
  }));
  return <div ref={host} className={css['host']} data-code-editor />;
}
