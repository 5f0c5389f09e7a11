/** Replaces CodeMirror, which jsdom cannot lay out. */
export { TextDiff } from '../../ui/code/text-diff.tsx';
export { TextMerge } from '../../ui/code/text-merge.tsx';

export function CodeEditor({ label, initialText }: { readonly label: string; readonly initialText: string }) {
  return <textarea aria-label={label} defaultValue={initialText} />;
}

export function PolicyView({ label, text }: { readonly label: string; readonly text: string }) {
  return <pre aria-label={label}>{text}</pre>;
}
