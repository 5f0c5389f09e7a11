import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useAction } from '../../api/use-action.ts';
import { FormButton, type Form } from './draft-form.tsx';
import { Problem } from '../read/loaded.tsx';
import { RefusalsInLine } from '../refusal/refusal-session.ts';
import { announce } from '../../ui/announce.tsx';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Facts, type FactRow } from '../../ui/facts.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Row } from '../../ui/layout.tsx';
import sideCss from '../../ui/table-side.module.css';
import css from './details.module.css';

/** A button of the details: it opens a form, or makes a change that the user confirms in main's secure prompt. */
export interface Change extends Pick<ButtonProps, 'icon' | 'disabled'> {
  readonly label: string;
  readonly form?: Form;
  /** Destructive: main asks to type the name before sending. */
  readonly danger?: boolean;
  /** Without a form: makes the change; `show` puts its result below the buttons. */
  readonly run?: (show: (result: ReactNode) => void) => unknown;
  /** Announced to screen readers on success. */
  readonly done?: string;
  /** Called on success, not if the user declined: the list is read again here. */
  readonly onDone?: () => void;
  /** Title of its failure; default: that of the details. */
  readonly failed?: string;
  /** Needs `sudo`. */
  readonly sudo?: boolean;
}

export interface DetailsProps {
  readonly title: string;
  /** Buttons beside the title. */
  readonly tools?: ReactNode;
  readonly changes?: readonly (Change | false)[] | undefined;
  readonly small?: boolean;
  /** Title of a failed change. */
  readonly failed?: string;
  readonly facts?: readonly FactRow[];
  /** Called by Escape or the cross. */
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Facts of one row and its changes. Takes the focus when it opens, and returns it when it closes. */
export function Details(props: DetailsProps) {
  const { title, tools, changes = [], small = false, failed = '', facts, onClose } = props;
  const action = useAction();
  const [tried, setTried] = useState<Change>();
  const [result, show] = useState<ReactNode>();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const from = document.activeElement;
    box.current?.focus();
    return () => {
      if (from instanceof HTMLElement && from.isConnected) from.focus();
    };
  }, []);
  const make = (change: Change): void => {
    setTried(change);
    void action.run(async () => {
      await change.run?.(show);
      if (change.done !== undefined) announce(change.done);
      change.onDone?.();
    });
  };
  const offered = changes.filter((change) => change !== false);
  return (
    <RefusalsInLine value>
      <aside
        ref={box}
        className={classes(sideCss['drawer'], css['drawer'])}
        aria-label={title}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.defaultPrevented) return;
          event.stopPropagation();
          onClose();
        }}
      >
        <Row as="header" align="start" gap={8}>
          <h3 className={css['title']} data-selectable>
            {title}
          </h3>
          {tools}
          <IconButton small icon={X} label="Close details" onClick={onClose} />
        </Row>
        {offered.length > 0 && (
          <Row wrap gap={8}>
            {offered.map((change) => {
              const { label, form, danger = false, disabled = false, icon } = change;
              return form !== undefined ? (
                <FormButton key={label} small={small} icon={icon} form={form}>
                  {label}
                </FormButton>
              ) : (
                <Button
                  key={label}
                  small={small}
                  icon={icon}
                  variant={danger ? 'danger' : 'secondary'}
                  disabled={disabled || action.busy}
                  onClick={() => make(change)}
                >
                  {label}
                </Button>
              );
            })}
          </Row>
        )}
        <Problem error={action.failure} title={tried?.failed ?? failed} sudo={tried?.sudo === true} />
        {result}
        {facts !== undefined && <Facts selectable of={facts} />}
        {props.children}
      </aside>
    </RefusalsInLine>
  );
}
