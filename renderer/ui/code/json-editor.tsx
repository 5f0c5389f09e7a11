/** CodeMirror editor for JSON or a policy. Load it lazily (`code-editor.ts`). */
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
import { unseenCharacters } from './unseen-characters.ts';

/** Editor functions for the parent. */
export interface CodeEditorHandle {
  readonly focus: () => void;
  /** Moves the cursor to an offset and scrolls it into view. */
  readonly goTo: (offset: number) => void;
  /** Replaces the whole text; can be undone. */
  readonly replace: (text: string) => void;
  /** Opens the editor's search. */
  readonly find: () => void;
}

export interface CodeEditorProps {
  readonly ref?: Ref<CodeEditorHandle>;
  readonly label: string;
  /** JSON by default. */
  readonly language?: 'json' | 'hcl';
  /** Initial text; later changes come from typing only. */
  readonly initialText: string;
  readonly onText: (text: string) => void;
  /** Offset of the syntax error, to mark its line; undefined without one. */
  readonly faultAt: number | undefined;
  /** Receives copied or cut text, because it is secret. */
  readonly onCopy: (selected: string) => void;
  /** Takes the focus on mount; default true. */
  readonly takeFocus?: boolean;
}

/** An editor with brackets, folding, search and replace, undo. */
export function JsonEditor(props: CodeEditorProps) {
  const { ref, label, language = 'json', initialText, onText, faultAt, onCopy, takeFocus = true } = props;
  const startWith = useRef(initialText);
  const { host, view } = useCodeView({
    label,
    again: language,
    onText,
    onCopy,
    code: () => ({ doc: startWith.current, extensions: editing(label, language) }),
    onStart: (editor) => {
      if (takeFocus) editor.focus();
    },
    onEnd: (editor) => {
      // A second mount (React's strict mode) continues with the typed text.
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
    // After Escape, Tab leaves the editor (the library's own way out for keyboards).
    keymap.of([...searchKeymap, ...historyKeymap, ...foldKeymap, indentWithTab, ...defaultKeymap]),
  ];
}

/** Range from the first to the last differing character: cursor and folds outside of it stay. */
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

/** Marked error line; it moves with the text until updated. */
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

/**
 * Replaces selections with typed, inserted or composed text in the editor rather than in the browser. Chromium would
 * delete the selected spans and preserve their look with a `style` attribute on the replacement. The page's content
 * security policy blocks and reports that.
 */
const typedOver = EditorView.domEventHandlers({
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
