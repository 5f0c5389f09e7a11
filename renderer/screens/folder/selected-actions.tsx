import type { ReactNode } from 'react';
import { grouped } from '../../../shared/vault/counted.ts';
import { Button } from '../../ui/button.tsx';
import { Box, Row } from '../../ui/layout.tsx';

interface SelectedActionsProps {
  readonly shown: number;
  /** Selected, but not shown by the filter: actions leave them alone. */
  readonly hidden: number;
  readonly onNone: () => void;
  readonly children: ReactNode;
}

/** Line above a table with what is selected, and the actions on it. */
export function SelectedActions({ shown, hidden, onNone, children }: SelectedActionsProps) {
  return (
    <Row wrap align="center" gap={8} tone="dim">
      <span role="status">
        {grouped(shown)} selected
        {hidden > 0 && `, ${grouped(hidden)} more hidden by the filter`}
      </span>
      <Box as="span" push />
      <Button small variant="ghost" onClick={onNone}>
        Select none
      </Button>
      {children}
    </Row>
  );
}
