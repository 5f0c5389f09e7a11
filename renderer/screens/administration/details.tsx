import { X } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useAction } from '../../api/use-action.ts';
import { Problem } from '../../parts/read/loaded.tsx';
import { announce } from '../../ui/announce.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Facts, type FactRow } from '../../ui/facts.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Row } from '../../ui/layout.tsx';
import sideCss from '../../ui/table-side.module.css';
import css from './administration.module.css';

export interface BesideProps {
  /** The table and its filter. */
  readonly children: ReactNode;
  /** The details of the chosen row. */
  readonly drawer?: ReactNode;
}

/** A table and the drawer beside it; below it if there is not enough room. */
export function Beside({ children, drawer }: BesideProps) {
  return (
    <div className={classes(sideCss['beside'], css['beside'])}>
      <div className={sideCss['parts']}>
        <div className={sideCss['tableSide']}>{children}</div>
        {drawer}
      </div>
    </div>
  );
}

/** A change that the user confirms in main's secure prompt. */
export interface Change {
  readonly label: string;
  readonly icon: LucideIcon;
  /** Destructive: main asks to type the name before sending. */
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly run: () => Promise<unknown>;
  /** Announced to screen readers on success. */
  readonly done: string;
  /** Called on success, not if the user declined: the list is read again here. */
  readonly onDone: () => void;
}

export interface DetailsProps {
  readonly title: string;
  /** Buttons before those of the changes. */
  readonly buttons?: ReactNode;
  readonly changes?: readonly (Change | false)[];
  readonly small?: boolean;
  /** Title of a failed change. */
  readonly failed?: string;
  /** The changes need `sudo`. */
  readonly sudo?: boolean;
  readonly facts?: readonly FactRow[];
  /** Called by Escape or the cross. */
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Facts of one row and its changes. Takes the focus when it opens, and returns it when it closes. */
export function Details(props: DetailsProps) {
  const { title, buttons, changes = [], small = false, failed = '', sudo = false, facts, onClose } = props;
  const action = useAction();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const from = document.activeElement;
    box.current?.focus();
    return () => {
      if (from instanceof HTMLElement && from.isConnected) from.focus();
    };
  }, []);
  const make = async ({ run, done, onDone }: Change): Promise<void> => {
    if ((await action.run(run)) === undefined) return;
    announce(done);
    onDone();
  };
  const offered = changes.filter((change) => change !== false);
  return (
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
        <h3 className={css['drawerTitle']} data-selectable>
          {title}
        </h3>
        <IconButton small icon={X} label="Close details" onClick={onClose} />
      </Row>
      {(Boolean(buttons) || offered.length > 0) && (
        <Row wrap gap={8}>
          {buttons}
          {offered.map((change) => (
            <Button
              key={change.label}
              small={small}
              icon={change.icon}
              variant={change.danger === true ? 'danger' : 'secondary'}
              disabled={change.disabled === true || action.busy}
              onClick={() => void make(change)}
            >
              {change.label}
            </Button>
          ))}
        </Row>
      )}
      {action.failure !== undefined && <Problem error={action.failure} title={failed} sudo={sudo} />}
      {facts !== undefined && <Facts selectable of={facts} />}
      {props.children}
    </aside>
  );
}
