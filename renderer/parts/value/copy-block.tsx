import { Copy } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import css from './copy-block.module.css';
import { copyPlainText } from './copy-plain-text.ts';

export interface CopyBlockProps {
  readonly text: string;
  /** Accessible name of the text. */
  readonly label: string;
  /** Named by the button and in the announcement, e.g. `Policy rule`. */
  readonly name: string;
}

/** Lines for use elsewhere, such as in a policy, with a copy button. */
export function CopyBlock({ text, label, name }: CopyBlockProps) {
  return (
    <div className={css['block']}>
      <pre tabIndex={0} aria-label={label} data-selectable>
        {text}
      </pre>
      <IconButton
        small
        icon={Copy}
        label={`Copy this ${name.toLowerCase()}`}
        onClick={() => void copyPlainText(text, name)}
      />
    </div>
  );
}
