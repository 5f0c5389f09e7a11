/**
 * Mounts CodeMirror in a shadow root. There the library uses constructed style sheets, which need no `<style>`
 * element and thus no exception in the content security policy.
 */
import { standardKeymap } from '@codemirror/commands';
import { syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import { EditorView, drawSelection, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { RefObject } from 'react';
import { codeColours, editorTheme } from './editor-theme.ts';
import { secretSelections } from './secret-selections.ts';
import { unseenCharacters } from './unseen-characters.ts';

export interface CodeViewOptions {
  readonly label: string;
  /** Identity of text or language: a change restarts the editor. */
  readonly again: string;
  readonly code: () => { readonly doc: string; readonly extensions: Extension };
  readonly onText?: (text: string) => void;
  /** Receives copied or cut text, if the text can be secret. */
  readonly onCopy?: (selected: string) => void;
  readonly onStart?: (view: EditorView) => void;
  readonly onEnd?: (view: EditorView) => void;
}

export interface CodeHost {
  /** Ref for the containing element. */
  readonly host: RefObject<HTMLDivElement | null>;
  /** Undefined while unmounted. */
  readonly view: RefObject<EditorView | undefined>;
}

/** Runs CodeMirror in an element. */
export function useCodeView({ label, again, code, ...on }: CodeViewOptions): CodeHost {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const secret = on.onCopy !== undefined;
  const make = useEffectEvent(code);
  const copied = useEffectEvent((selected: string) => on.onCopy?.(selected));
  const typed = useEffectEvent((text: string) => on.onText?.(text));
  const started = useEffectEvent((editor: EditorView) => on.onStart?.(editor));
  const ended = useEffectEvent((editor: EditorView) => on.onEnd?.(editor));
  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const { doc, extensions } = make();
    const taking = secret
      ? secretSelections((selected) => {
          copied(selected);
        })
      : [];
    const telling = EditorView.updateListener.of((update) => {
      if (update.docChanged) typed(update.state.doc.toString());
    });
    const state = EditorState.create({ doc, extensions: [extensions, telling, taking] });
    const editor = new EditorView({ root, parent: root, state });
    view.current = editor;
    started(editor);
    return () => {
      ended(editor);
      view.current = undefined;
      editor.destroy();
    };
  }, [label, again, secret]);
  return { host, view };
}

/** Extensions of every read-only text: line numbers, search, colours, and an accessible name. */
export function reading(label: string): Extension {
  return [
    lineNumbers(),
    unseenCharacters,
    drawSelection(),
    highlightSelectionMatches(),
    search({ top: true }),
    // Only part of a long text is in the page: the library's own keys reach its ends.
    keymap.of([...searchKeymap, ...standardKeymap]),
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
  ];
}
