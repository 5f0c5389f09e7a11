import { Copy } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { copyPlainText } from '../value/copy-plain-text.ts';
import css from './refusal.module.css';

/** Lines of policy that would allow what was refused, with a button that copies them for whoever grants it. */
export function PolicyLines({ text }: { readonly text: string }) {
  return (
    <div className={css['suggestion']}>
      <pre tabIndex={0} aria-label="Policy rule that would allow it" data-selectable>
        {text}
      </pre>
      <IconButton
        small
        icon={Copy}
        label="Copy this policy rule"
        onClick={() => void copyPlainText(text, 'Policy rule')}
      />
    </div>
  );
}
