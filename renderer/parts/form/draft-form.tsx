/** Dialogs as data: title, fields and submit over a draft. A `Form` is such a dialog as a value. */
import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { useAction } from '../../api/use-action.ts';
import { announce } from '../../ui/announce.tsx';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { Fields, isWrong } from '../../ui/fields.tsx';
import type { FieldList } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import type { FormDialogProps } from '../../ui/form-dialog.tsx';
import { Problem } from '../read/loaded.tsx';

export interface ActionFormProps extends Omit<FormDialogProps, 'onSubmit' | 'busy' | 'action' | 'aside'> {
  /** Label of the submit button. */
  readonly action: string | ((failure: AppError | undefined) => string);
  /** The same until the result arrives. */
  readonly busy?: string;
  /**
   * Runs on submit. The dialog closes on success, and stays if this gives false; it can give a function, called once
   * the dialog is closed. After a failure the dialog stays, and shows it.
   */
  readonly submit: (client: QueryClient) => unknown;
  /** Announced to screen readers on success. */
  readonly done?: (() => string) | undefined;
  /** Title of a failure, or what is shown of one; a function can give either. */
  readonly failed: string | ((error: AppError) => ReactNode);
  /** Called on a failure, for work beyond showing it. */
  readonly onFailed?: (error: AppError) => void;
  /** Further actions, left of the buttons. */
  readonly aside?: ((busy: boolean) => ReactNode) | undefined;
  /** The path is root-protected. */
  readonly sudo?: boolean;
  /** A failure is shown until this changes. */
  readonly draft?: unknown;
}

/** A dialog that runs one action. */
export function ActionForm(props: ActionFormProps) {
  const { action: label, busy = 'Waiting for the secure prompt', submit, done, failed, ...rest } = props;
  const { onFailed, aside, sudo = false, draft, children, ...dialog } = rest;
  const [sent, setSent] = useState<unknown>();
  const { failure, ...action } = useAction();
  const say = typeof failed === 'string' ? () => failed : failed;
  const shown = failure !== undefined && draft === sent && say(failure);
  return (
    <FormDialog
      {...dialog}
      aside={aside?.(action.busy)}
      action={typeof label === 'string' ? label : label(failure)}
      busy={action.busy ? busy : undefined}
      onSubmit={() =>
        void action.run(async (client) => {
          setSent(draft);
          const after = await submit(client);
          if (after === false) return;
          if (done !== undefined) announce(done());
          dialog.onClose();
          if (typeof after === 'function') (after as () => void)();
        }, onFailed)
      }
    >
      {children}
      {typeof shown === 'string' ? <Problem error={failure} title={shown} sudo={sudo} /> : shown}
    </FormDialog>
  );
}

export interface DraftFormProps<D> extends Omit<
  ActionFormProps,
  'disabled' | 'submit' | 'done' | 'aside' | 'draft' | 'children'
> {
  /** Values to start with, the first ones given; undefined: not read yet. */
  readonly first: D | undefined;
  /** Replaces the fields until there are values. */
  readonly waiting?: ReactNode;
  readonly fields: FieldList<NoInfer<D>> | ((draft: NoInfer<D>) => FieldList<NoInfer<D>>);
  /** Reason besides its fields why a draft cannot be submitted. */
  readonly disabled?: (draft: NoInfer<D>) => boolean;
  /** A draft can be submitted only if it differs from the first values. */
  readonly changed?: boolean;
  readonly submit: (draft: NoInfer<D>, first: NoInfer<D>, client: QueryClient) => unknown;
  readonly done?: (draft: NoInfer<D>) => string;
  readonly aside?: (draft: NoInfer<D>) => ReactNode;
  /** A failure is shown until the draft changes. */
  readonly forgets?: boolean;
}

/** A dialog with a draft: its fields, and the action that sends it. */
export function DraftForm<D>(props: DraftFormProps<D>) {
  const { first: given, waiting, fields, disabled, changed = false, submit, done, aside, ...rest } = props;
  const { forgets = false, ...form } = rest;
  const [first, setFirst] = useState(given);
  if (first === undefined && given !== undefined) setFirst(given);
  const [change, setChange] = useState<Partial<D>>({});
  if (first === undefined)
    return (
      <ActionForm {...form} disabled submit={() => false}>
        {waiting}
      </ActionForm>
    );
  const draft = { ...first, ...change };
  const list = typeof fields === 'function' ? fields(draft) : fields;
  return (
    <ActionForm
      {...form}
      draft={forgets ? change : undefined}
      aside={aside && (() => aside(draft))}
      disabled={
        isWrong(list, draft) ||
        disabled?.(draft) === true ||
        (changed && JSON.stringify(draft) === JSON.stringify(first))
      }
      submit={(client) => submit(draft, first, client)}
      done={done && (() => done(draft))}
    >
      <Fields draft={draft} onDraft={(next) => setChange((before) => ({ ...before, ...next }))} of={list} />
    </ActionForm>
  );
}

/** Shows a dialog, which calls `close` once it is sent or left. */
export type Form = (close: () => void) => ReactNode;

/** A form as a value. */
export function form<D>(props: Omit<DraftFormProps<D>, 'onClose'>): Form {
  return (close) => <DraftForm {...props} onClose={close} />;
}

export interface FormButtonProps extends Omit<ButtonProps, 'form' | 'onClick'> {
  readonly form: Form;
}

/** A button that opens a form. */
export function FormButton({ form: shown, ...button }: FormButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {isOpen && shown(() => setOpen(false))}
    </>
  );
}
