import { X } from 'lucide-react';
import { useId, useState } from 'react';
import type { FilePurpose } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { FileHandle } from '../../../shared/vault/connection.ts';
import { appErrorOf } from '../../api/client.ts';
import { chooseFile } from '../../api/connection.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { FieldFrame } from '../../ui/text-field.tsx';
import css from './file-field.module.css';

export interface FileFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly purpose: FilePurpose;
  readonly file: FileHandle | undefined;
  readonly onFile: (file: FileHandle | undefined) => void;
}

/** A file chosen in the system's dialog; only its name is known here. */
export function FileField({ label, hint, purpose, file, onFile }: FileFieldProps) {
  const id = useId();
  const [failure, setFailure] = useState<AppError>();
  const choose = (): void => {
    setFailure(undefined);
    chooseFile(purpose).then(onFile, (caught: unknown) => {
      const error = appErrorOf(caught);
      if (error.kind !== 'cancelled') setFailure(error);
    });
  };
  return (
    <FieldFrame id={id} label={label} hint={hint} error={failure?.message}>
      <div className={css['file']}>
        {file === undefined ? (
          <span className={css['noFile']}>none</span>
        ) : (
          <>
            <span className={css['fileName']}>{file.name}</span>
            <IconButton
              small
              icon={X}
              label={`Do not use ${file.name}`}
              onClick={() => {
                onFile(undefined);
              }}
            />
          </>
        )}
        <Button small variant="ghost" id={id} onClick={choose}>
          Choose…
        </Button>
      </div>
    </FieldFrame>
  );
}
