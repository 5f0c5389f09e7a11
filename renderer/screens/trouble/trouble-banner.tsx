import type { AppError } from '../../../shared/ipc/result.ts';
import { Button } from '../../ui/button.tsx';
import { errorLooks } from '../../ui/error-icon.ts';
import { errorWords } from '../../ui/error-words.ts';
import { Icon } from '../../ui/icon.tsx';
import { Row } from '../../ui/layout.tsx';
import css from './trouble.module.css';

/** The trouble in one line, while the user views the open tabs. */
export function TroubleBanner({ error, onShow }: { readonly error: AppError; readonly onShow: () => void }) {
  const look = errorLooks[error.kind];
  return (
    <Row role="note" align="center" gap={8} rigid className={css['banner']}>
      <Icon of={look.icon} />
      {errorWords(error).title}. What you see may be out of date.
      <Button small onClick={onShow}>
        What happened
      </Button>
    </Row>
  );
}
