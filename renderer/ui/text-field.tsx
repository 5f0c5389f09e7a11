import { useId } from 'react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './field.module.css';
import { FieldProblem } from './field-problem.tsx';
import { longestLine } from './longest-line.ts';
import { overlooked } from './character-marks.ts';
import { Row, Stack, Text } from './layout.tsx';
import { OverlookedList } from './overlooked-list.tsx';

export interface FieldFrameProps {
  readonly label: string;
  /** Shows the label to screen readers only, if the position identifies the field. */
  readonly labelHidden?: boolean | undefined;
  readonly optional?: boolean | undefined;
  readonly hint?: ReactNode;
  /** Problem with the value; shown at the field. */
  readonly error?: string | undefined;
}

export interface TextFieldProps extends FieldFrameProps, Omit<ComponentPropsWithRef<'input'>, 'id'> {
  readonly mono?: boolean;
}

/** One-line text with label, hint and error. Without spell check and completion: it holds names and addresses. */
export function TextField({
  label,
  labelHidden,
  optional,
  hint,
  error,
  mono = false,
  className,
  ...rest
}: TextFieldProps) {
  const id = useId();
  return (
    <FieldFrame
      id={id}
      label={label}
      labelHidden={labelHidden}
      optional={optional}
      hint={hint}
      error={error}
      holds={rest.value ?? rest.defaultValue}
    >
      <input
        type="text"
        spellCheck={false}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        maxLength={longestLine}
        {...rest}
        {...describedBy(id, hint, error)}
        id={id}
        className={classes(css['input'], mono && css['mono'], className)}
      />
    </FieldFrame>
  );
}

/** `aria-invalid` and `aria-describedby` of the control inside a `FieldFrame`. */
export function describedBy(
  id: string,
  hint: ReactNode,
  error: string | undefined,
): { 'aria-invalid'?: true; 'aria-describedby'?: string } {
  if (error !== undefined) return { 'aria-invalid': true, 'aria-describedby': `${id}-error` };
  return hint === undefined ? {} : { 'aria-describedby': `${id}-hint` };
}

/**
 * Label above, hint or error below; `id` is the control's, `holds` its text, whose invisible characters are listed.
 */
export function FieldFrame({
  id,
  label,
  labelHidden = false,
  optional = false,
  hint,
  error,
  holds,
  children,
}: FieldFrameProps & { readonly id: string; readonly holds?: unknown; readonly children: ReactNode }) {
  const text = typeof holds === 'string' ? holds : '';
  return (
    <Stack gap={4} shrinks>
      <Row
        as="label"
        htmlFor={id}
        align="baseline"
        gap={8}
        size={12}
        weight={550}
        leading={18}
        {...(labelHidden ? { 'data-reader-only': true } : {})}
      >
        {label}
        {optional && (
          <Text tone="dim" weight={400}>
            optional
          </Text>
        )}
      </Row>
      {children}
      <OverlookedList {...overlooked(text, 'none')} lines={text.includes('\n')} />
      {error === undefined ? (
        hint !== undefined && (
          <Text as="div" id={`${id}-hint`} tone="dim" size={12} leading={18}>
            {hint}
          </Text>
        )
      ) : (
        <FieldProblem id={`${id}-error`}>{error}</FieldProblem>
      )}
    </Stack>
  );
}
