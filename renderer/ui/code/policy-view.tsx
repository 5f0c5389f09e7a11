/** A policy's text to read, in CodeMirror: coloured, searchable, selectable. Load it lazily (`code-editor.ts`). */
import { openSearchPanel } from '@codemirror/search';
import { useImperativeHandle } from 'react';
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
}

/** Shows a policy; nothing in it can be changed. */
export function PolicyView({ ref, label, text }: PolicyViewProps) {
  const { host, view } = useCodeView({
    ...{ label, again: text },
    code: () => ({ doc: text, extensions: [reading(label), hcl] }),
  });
  useImperativeHandle(ref, () => ({
    find: () => {
      if (view.current !== undefined) openSearchPanel(view.current);
    },
  }));
  return <div ref={host} className={css['host']} data-code-editor />;
}
