import type { ComponentPropsWithRef, MouseEvent } from 'react';
import type { LucideIcon } from 'lucide-react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import css from './button.module.css';

/** `danger` opens something that destroys; `destroy` is the button that does it. */
export type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'destroy' | 'ghost';

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  readonly variant?: ButtonVariant;
  readonly small?: boolean;
  readonly icon?: LucideIcon | undefined;
}

/** A button with a text. Disabled ones keep the focus and stay readable: they only do nothing. */
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

/** Attributes of a button whose disabled state is `aria-disabled`, so that focus does not fall to the body. */
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
