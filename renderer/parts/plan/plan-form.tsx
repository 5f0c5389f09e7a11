import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Note, Row, Stack } from '../../ui/layout.tsx';
import css from './plan-form.module.css';

export interface PlanFormProps {
  /** Subject of the plan, beside the fields. */
  readonly subject: ReactNode;
  readonly wrong: boolean;
  readonly onMake: () => void;
  /** Fields. */
  readonly children: ReactNode;
}

/** Form whose end is a plan. */
export function PlanForm({ subject, wrong, onMake, children }: PlanFormProps) {
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!wrong) onMake();
      }}
    >
      <Stack gap={8} low shrinks>
        {subject}
      </Stack>
      <Stack gap={12} low>
        <Stack gap={12} low className={css['fields']}>
          {children}
        </Stack>
        <Row align="center" gap={12} wrap>
          <Button variant="primary" type="submit" disabled={wrong}>
            Make the plan
          </Button>
          <Note>It reads what is there and changes nothing.</Note>
        </Row>
      </Stack>
    </form>
  );
}
