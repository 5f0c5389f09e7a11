import { CopyBlock } from '../value/copy-block.tsx';

/** Lines of policy that would allow what was refused, with a button that copies them for whoever grants it. */
export function PolicyLines({ text }: { readonly text: string }) {
  return <CopyBlock text={text} label="Policy rule that would allow it" name="Policy rule" />;
}
