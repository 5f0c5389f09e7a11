import { Play } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import css from './ceremony.module.css';

export interface BeginFormProps {
  /** Label of the form. */
  readonly label: string;
  /** Label of the button, and its icon. */
  readonly action: string;
  readonly icon?: LucideIcon;
  /** Beside that button. */
  readonly other?: ReactNode;
  /** The reason it cannot start. */
  readonly problem: string | undefined;
  /** False while the field itself shows it. */
  readonly showProblem?: boolean;
  readonly busy: boolean;
  readonly onBegin: () => void;
  readonly children: ReactNode;
}

/** Parameters of a ceremony. Neither the button nor Enter starts it while there is a problem. */
export function BeginForm(props: BeginFormProps) {
  const { label, action, icon = Play, other, problem, showProblem = false, busy, onBegin, children } = props;
  return (
    <form
      className={css['form']}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === undefined && !busy) onBegin();
      }}
    >
      {children}
      {problem !== undefined && showProblem && (
        <Text as="p" tone="danger">
          {problem}
        </Text>
      )}
      <Row wrap gap={8}>
        <Button type="submit" variant="primary" icon={icon} disabled={problem !== undefined || busy}>
          {action}
        </Button>
        {other}
      </Row>
    </form>
  );
}
