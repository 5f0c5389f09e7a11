import { useState } from 'react';
import type { ProfileColour } from '../../../shared/vault/connection.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ColourField } from '../session/colour-field.tsx';

export interface BesideDialogProps {
  readonly name: string;
  readonly colour: ProfileColour;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onOpen: (name: string, colour: ProfileColour) => void;
}

/** Asks for name and colour of a token's new session. */
export function BesideDialog({ name: first, colour: firstColour, busy, onClose, onOpen }: BesideDialogProps) {
  const [name, setName] = useState(first);
  const [colour, setColour] = useState(firstColour);
  return (
    <FormDialog
      title="Open as new session"
      description="It is not saved as a connection."
      action="Open"
      disabled={name.trim() === ''}
      busy={busy ? 'Opening…' : undefined}
      onClose={onClose}
      onSubmit={() => onOpen(name.trim(), colour)}
    >
      <TextField
        label="Name"
        value={name}
        maxLength={120}
        onChange={(event) => setName(event.target.value)}
      />
      <ColourField value={colour} onValue={setColour} />
    </FormDialog>
  );
}
