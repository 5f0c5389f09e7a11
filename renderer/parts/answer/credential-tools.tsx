import { Copy, Eye } from 'lucide-react';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { hiddenDots } from '../../ui/hidden-dots.tsx';
import { Row } from '../../ui/layout.tsx';
import css from './credential-tools.module.css';
import { charactersWords, secretName } from './secret-words.ts';

export interface CredentialLineProps {
  readonly secret: SecretRef;
  /** Label, e.g. `secret_id`; default: by its kind. */
  readonly name?: string;
  readonly onCopy: () => void;
  readonly onShow: () => void;
}

/** A credential that stays in main: it can be copied, and shown in the secure prompt. */
export function CredentialLine({
  secret,
  name = secretName(secret.kind),
  onCopy,
  onShow,
}: CredentialLineProps) {
  return (
    <span className={css['line']}>
      <Row as="span" align="center" gap={12}>
        {hiddenDots}
        <Chip>{charactersWords(secret.length)}</Chip>
      </Row>
      <Row as="span" gap={6}>
        <Button variant="primary" icon={Copy} aria-label={`Copy ${name}`} onClick={onCopy}>
          Copy
        </Button>
        <Button icon={Eye} aria-label={`Show ${name}…`} onClick={onShow}>
          Show…
        </Button>
      </Row>
    </span>
  );
}
