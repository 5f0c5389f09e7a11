import type { ComponentPropsWithRef, MouseEvent } from 'react';
import type { LucideIcon } from 'lucide-react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import css from './button.module.css';

/** `danger` opens a destructive dialog; `destroy` is the button that destroys. */
export type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'destroy' | 'ghost';

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  readonly variant?: ButtonVariant;
  readonly small?: boolean;
  readonly icon?: LucideIcon | undefined;
}

/** A button with text. A disabled one keeps the focus and stays readable, but does nothing. */
export function Button({
  variant = 'secondary',
  small = false,
  icon,
  className,
  disabled = false,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...buttonProps(rest, disabled)}
      className={classes(css['button'], css[variant], small && css['small'], className)}
    >
      {icon !== undefined && <Icon of={icon} size={small ? 14 : 16} />}
      {children}
    </button>
  );
}

/** Attributes of a button disabled by `aria-disabled`, so that the focus does not fall to the body. */
export function buttonProps(
  rest: ComponentPropsWithRef<'button'>,
  disabled: boolean,
): ComponentPropsWithRef<'button'> {
  if (!disabled) return { type: 'button', ...rest };
  const stop = (event: MouseEvent): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  return { ...rest, type: 'button', 'aria-disabled': true, onClick: stop };
}
