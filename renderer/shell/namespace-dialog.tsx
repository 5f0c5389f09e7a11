import { useState } from 'react';
import type { AppError } from '../../shared/ipc/result.ts';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextField } from '../ui/text-field.tsx';

export interface NamespaceDialogProps {
  readonly initial: string;
  readonly error: AppError | undefined;
  readonly busy: boolean;
  readonly onOpen: (namespace: string) => void;
  readonly onClose: () => void;
}

/** Which namespace to open, by its path. */
export function NamespaceDialog({ initial, error, busy, onOpen, onClose }: NamespaceDialogProps) {
  const [text, setText] = useState(initial);
  return (
    <FormDialog
      title="Open namespace"
      action="Open"
      busy={busy ? 'Opening…' : undefined}
      onClose={onClose}
      onSubmit={() => {
        onOpen(text.trim().replace(/^\/+|\/+$/g, ''));
      }}
    >
      <TextField
        label="Namespace"
        hint="Opens as another session with the same token. Empty is root."
        mono
        value={text}
        onChange={(event) => {
          setText(event.target.value);
        }}
      />
      {error !== undefined && <ErrorPanel error={error} title="The namespace was not opened" />}
    </FormDialog>
  );
}
