import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { buttonProps } from './button.tsx';
import type { ButtonVariant } from './button.tsx';
import css from './button.module.css';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import { Tooltip } from './tooltip.tsx';
import type { TooltipSide } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  readonly icon: LucideIcon;
  /** Accessible name and tooltip. */
  readonly label: string;
  /** Shown after the tooltip's text, e.g. `Ctrl P`. */
  readonly keys?: string;
  readonly variant?: ButtonVariant;
  readonly small?: boolean;
  readonly iconSize?: number;
  readonly tooltipSide?: TooltipSide;
}

/** An icon-only button with its name in a tooltip. */
export function IconButton({
  icon,
  label,
  keys,
  variant = 'ghost',
  small = false,
  iconSize = 16,
  tooltipSide = 'bottom',
  className,
  disabled = false,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label} keys={keys} side={tooltipSide}>
      <button
        aria-label={label}
        {...buttonProps(rest, disabled)}
        className={classes(css['button'], css['iconOnly'], css[variant], small && css['small'], className)}
      >
        <Icon of={icon} size={iconSize} />
      </button>
    </Tooltip>
  );
}
