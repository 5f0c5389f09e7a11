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

export interface DraftFormProps<D> extends Omit<
  FormDialogProps,
  'onSubmit' | 'busy' | 'disabled' | 'aside' | 'children'
> {
  /** Values to start with, the first ones given; undefined: not read yet. */
  readonly first: D | undefined;
  /** Replaces the fields until there are values. */
  readonly waiting?: ReactNode;
  readonly fields: FieldList<NoInfer<D>> | ((draft: NoInfer<D>, busy: boolean) => FieldList<NoInfer<D>>);
  /** Reason besides its fields why a draft cannot be submitted. */
  readonly disabled?: (draft: NoInfer<D>) => boolean;
  /** A draft can be submitted only if it differs from the first values. */
  readonly changed?: boolean;
  /** Label of the button until the result arrives. */
  readonly busy?: string;
  /** Runs on submit; the dialog closes on success. After a failure it stays, and shows it. */
  readonly submit: (draft: NoInfer<D>, first: NoInfer<D>, client: QueryClient) => Promise<unknown>;
  /** Announced to screen readers on success. */
  readonly done?: (draft: NoInfer<D>) => string;
  /** Title of a failure, or what is shown of one. */
  readonly failed: string | ((error: AppError) => ReactNode);
  /** The path is root-protected. */
  readonly sudo?: boolean;
  readonly aside?: (draft: NoInfer<D>) => ReactNode;
}

/** A dialog with a draft: its fields, and the action that sends it. */
export function DraftForm<D>(props: DraftFormProps<D>) {
  const { fields, disabled, busy = 'Waiting for the secure prompt', submit, done, failed, ...rest } = props;
  const { first: given, waiting, changed = false, sudo = false, aside, ...dialog } = rest;
  const [first, setFirst] = useState(given);
  if (first === undefined && given !== undefined) setFirst(given);
  const [change, setChange] = useState<Partial<D>>({});
  const draft = first && { ...first, ...change };
  const action = useAction();
  const list = draft === undefined ? [] : typeof fields === 'function' ? fields(draft, action.busy) : fields;
  const { failure } = action;
  return (
    <FormDialog
      {...dialog}
      aside={draft && aside?.(draft)}
      busy={action.busy ? busy : undefined}
      disabled={
        draft === undefined ||
        isWrong(list, draft) ||
        disabled?.(draft) === true ||
        (changed && JSON.stringify(draft) === JSON.stringify(first))
      }
      onSubmit={() =>
        void action.run(async (client) => {
          if (first === undefined || draft === undefined) return;
          await submit(draft, first, client);
          if (done !== undefined) announce(done(draft));
          dialog.onClose();
        })
      }
    >
      {draft === undefined ? (
        waiting
      ) : (
        <Fields draft={draft} onDraft={(next) => setChange((before) => ({ ...before, ...next }))} of={list} />
      )}
      {failure !== undefined &&
        (typeof failed === 'string' ? (
          <Problem error={failure} title={failed} sudo={sudo} />
        ) : (
          failed(failure)
        ))}
    </FormDialog>
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
