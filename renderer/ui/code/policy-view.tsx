/** Read-only policy text in CodeMirror: coloured, searchable, selectable. Load it lazily (`code-editor.ts`). */
import { openSearchPanel } from '@codemirror/search';
import { EditorView } from '@codemirror/view';
import { useEffect, useImperativeHandle } from 'react';
import type { Ref } from 'react';
import { reading, useCodeView } from './code-view.ts';
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
  /** Line to show, counted from 1; a new object scrolls there again. */
  readonly goTo?: { readonly line: number } | undefined;
}

/** Shows a read-only policy. */
export function PolicyView({ ref, label, text, goTo }: PolicyViewProps) {
  const { host, view } = useCodeView({
    label,
    again: text,
    code: () => ({ doc: text, extensions: [reading(label), hcl] }),
  });
  useImperativeHandle(ref, () => ({
    find: () => {
      if (view.current !== undefined) openSearchPanel(view.current);
    },
  }));
  useEffect(() => {
    const editor = view.current;
    if (editor === undefined || goTo === undefined) return;
    const { from, to } = editor.state.doc.line(Math.min(goTo.line, editor.state.doc.lines));
    editor.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    });
    editor.focus();
  }, [view, goTo, text]);
  return <div ref={host} className={css['host']} data-code-editor />;
}
