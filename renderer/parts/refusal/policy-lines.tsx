import { CopyBlock } from '../value/copy-block.tsx';

/** Policy lines that would allow the refused request, with a copy button for passing them on. */
export function PolicyLines({ text }: { readonly text: string }) {
  return <CopyBlock text={text} label="Policy rule that would allow it" name="Policy rule" />;
}
