import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { useAction } from '../../api/use-action.ts';
import { Fields, isWrong } from '../../ui/fields.tsx';
import type { FieldList } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import type { FormDialogProps } from '../../ui/form-dialog.tsx';
import { Problem } from '../read/loaded.tsx';

export interface DraftFormProps<D> extends Omit<FormDialogProps, 'onSubmit' | 'disabled' | 'children'> {
  /** Values to start with. */
  readonly first: D;
  readonly fields: (draft: NoInfer<D>, busy: boolean) => FieldList<NoInfer<D>>;
  /** Reason besides its fields why a draft cannot be submitted. */
  readonly disabled?: (draft: NoInfer<D>) => boolean;
  /** Label of the button until the result arrives. */
  readonly busy: string;
  /** Runs on submit; the dialog stays, and shows the failure. */
  readonly submit: (draft: NoInfer<D>, client: QueryClient) => Promise<void>;
  /** Title of a failure, or what is shown of one. */
  readonly failed: string | ((error: AppError) => ReactNode);
  /** The path is root-protected. */
  readonly sudo?: boolean;
}

/** A dialog with a draft: its fields, and the action that sends it. */
export function DraftForm<D>(props: DraftFormProps<D>) {
  const { first, fields, disabled, busy, submit, failed, sudo = false, ...dialog } = props;
  const [draft, setDraft] = useState(first);
  const action = useAction();
  const list = fields(draft, action.busy);
  const { failure } = action;
  return (
    <FormDialog
      {...dialog}
      busy={action.busy ? busy : undefined}
      disabled={isWrong(list, draft) || disabled?.(draft) === true}
      onSubmit={() => void action.run((client) => submit(draft, client))}
    >
      <Fields
        draft={draft}
        onDraft={(change) => setDraft((before) => ({ ...before, ...change }))}
        of={list}
      />
      {failure !== undefined &&
        (typeof failed === 'string' ? (
          <Problem error={failure} title={failed} sudo={sudo} />
        ) : (
          failed(failure)
        ))}
    </FormDialog>
  );
}
