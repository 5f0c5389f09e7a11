import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { announce } from '../../ui/announce.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import css from './cards.module.css';

export interface CopyableTextProps {
  readonly text: string;
  /** Name within a sentence, e.g. `the accessor`. */
  readonly what: string;
  readonly copy: (text: string) => Promise<void>;
}

/** A non-secret text with a copy button. */
export function CopyableText({ text, what, copy }: CopyableTextProps) {
  const [copied, setCopied] = useState(false);
  return (
    <span className={css['copyable']}>
      <code data-selectable>{text}</code>
      <IconButton
        small
        icon={copied ? Check : Copy}
        iconSize={14}
        label={`Copy ${what}`}
        onClick={() => {
          copy(text).then(
            () => {
              setCopied(true);
              announce(`Copied ${what}.`);
            },
            () => announce('It could not be copied.'),
          );
        }}
      />
    </span>
  );
}
