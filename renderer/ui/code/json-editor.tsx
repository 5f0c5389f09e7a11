/** A JSON text, or a policy, to be changed, in CodeMirror. Load it lazily (`code-editor.ts`). */
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { StateEffect, StateField } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  drawSelection,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { DecorationSet } from '@codemirror/view';
import { useEffect, useImperativeHandle, useRef } from 'react';
import type { Ref } from 'react';
import { useCodeView } from './code-view.ts';
import { editorTheme, codeColours } from './editor-theme.ts';
import { hcl } from './hcl.ts';
import css from './json-editor.module.css';
import { typedOver } from './typed-over.ts';
import { unseenCharacters } from './unseen-characters.ts';

/** What the surroundings may ask of the editor. */
export interface CodeEditorHandle {
  readonly focus: () => void;
  /** Puts the cursor there and brings it into view. */
  readonly goTo: (offset: number) => void;
  /** Puts another text in place of all; it can be undone. */
  readonly replace: (text: string) => void;
  /** Opens the search of the editor. */
  readonly find: () => void;
}

export interface CodeEditorProps {
  readonly ref?: Ref<CodeEditorHandle>;
  readonly label: string;
  /** JSON unless told. */
  readonly language?: 'json' | 'hcl';
  /** What it starts with; later changes come from typing only. */
  readonly initialText: string;
  readonly onText: (text: string) => void;
  /** Where the text goes wrong, to mark the line; undefined: nowhere. */
  readonly faultAt: number | undefined;
  /** Takes what a person copies or cuts: the text is secret. */
  readonly onCopy: (selected: string) => void;
  /** Takes the focus when it appears, unless told otherwise. */
  readonly takeFocus?: boolean;
}

/** An editor: brackets, folding, search and replace, undo. */
export function JsonEditor(props: CodeEditorProps) {
  const { ref, label, language = 'json', initialText, onText, faultAt, onCopy, takeFocus = true } = props;
  const startWith = useRef(initialText);
  const { host, view } = useCodeView({
    ...{ label, again: language, onText, onCopy },
    code: () => ({ doc: startWith.current, extensions: editing(label, language) }),
    onStart: (editor) => {
      if (takeFocus) editor.focus();
    },
    onEnd: (editor) => {
      // A second start (React's strict mode) goes on with what was typed.
      startWith.current = editor.state.doc.toString();
    },
  });

  useEffect(() => {
    view.current?.dispatch({ effects: faultMoved.of(faultAt) });
  }, [view, faultAt]);

  useImperativeHandle(ref, () => ({
    focus: () => {
      view.current?.focus();
    },
    goTo: (offset) => {
      const at = Math.min(offset, view.current?.state.doc.length ?? 0);
      view.current?.dispatch({
        selection: { anchor: at },
        effects: EditorView.scrollIntoView(at, { y: 'center' }),
      });
      view.current?.focus();
    },
    replace: (text) => {
      const editor = view.current;
      if (editor !== undefined) editor.dispatch({ changes: between(editor.state.doc.toString(), text) });
    },
    find: () => {
      if (view.current !== undefined) openSearchPanel(view.current);
    },
  }));

  return <div ref={host} className={css['host']} data-code-editor />;
}

function editing(label: string, language: 'json' | 'hcl'): Extension[] {
  return [
    lineNumbers(),
    foldGutter({ openText: '▾', closedText: '▸' }),
    unseenCharacters,
    history(),
    typedOver,
    drawSelection(),
    indentUnit.of('  '),
    indentOnInput(),
    bracketMatching(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    search({ top: true }),
    language === 'json' ? json() : hcl,
    syntaxHighlighting(codeColours),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', autocorrect: 'off' }),
    faultLine,
    editorTheme,
    // Escape leaves the editor's Tab to the window again (the library's own way out for keyboards).
    keymap.of([...searchKeymap, ...historyKeymap, ...foldKeymap, indentWithTab, ...defaultKeymap]),
  ];
}

/** What differs, from the first to the last character that does: cursor and folds outside of it stay. */
function between(before: string, after: string): { from: number; to: number; insert: string } {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let end = 0;
  while (end < most - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

const faultMoved = StateEffect.define<number | undefined>();
const faultMark = Decoration.line({ class: 'cm-faultLine' });

/** The line where the text goes wrong; it moves with the text until it is told anew. */
const faultLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, transaction) => {
    let next = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(faultMoved)) continue;
      const { doc } = transaction.state;
      next =
        effect.value === undefined
          ? Decoration.none
          : Decoration.set(faultMark.range(doc.lineAt(Math.min(effect.value, doc.length)).from));
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});
