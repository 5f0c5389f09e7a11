import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './popup.module.css';

export interface PopoverProps {
  readonly trigger: ReactElement;
  readonly title: string;
  readonly side?: 'bottom' | 'top' | 'right';
  readonly align?: 'start' | 'end';
  /** Open state, if controlled. */
  readonly open?: boolean;
  readonly onOpen?: (open: boolean) => void;
  readonly children: ReactNode;
}

/** Facts and small actions in a popup beside a button; Escape closes it and returns the focus. */
export function Popover(props: PopoverProps) {
  const { trigger, title, side = 'bottom', align = 'end', open, onOpen, children } = props;
  return (
    <Base.Root {...(open === undefined ? {} : { open })} onOpenChange={(next) => onOpen?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={css['positioner']} side={side} align={align} sideOffset={6}>
          <Base.Popup className={classes(css['popup'], css['padded'])}>
            <Base.Title data-reader-only>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Makes a button inside also close the popover, e.g. because it navigates. */
export function ClosesPopover({ button }: { readonly button: ReactElement }) {
  return <Base.Close render={button} />;
}
