import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import type { FilePurpose } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { FileHandle } from '../../../shared/vault/connection.ts';
import { appErrorOf, query, vault } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Row, Stack, Text } from '../../ui/layout.tsx';
import { FieldFrame } from '../../ui/text-field.tsx';
import css from './file-field.module.css';
import { FileFacts } from './file-facts.tsx';

export interface FileFieldProps {
  readonly label: string;
  /** Formats that can be chosen, shown until one is. */
  readonly form: string;
  readonly purpose: FilePurpose;
  /** A folder can be chosen, too. */
  readonly folder?: boolean;
  readonly file: FileHandle | undefined;
  readonly onFile: (file: FileHandle | undefined) => void;
}

/** A file chosen in the system's dialog, and main's description of it. The page knows only that and its name. */
export function FileField({ label, form, purpose, folder = false, file, onFile }: FileFieldProps) {
  const id = useId();
  const [failure, setFailure] = useState<AppError>();
  const choose = (wanted: FilePurpose): void => {
    setFailure(undefined);
    vault.connection.chooseFile({ purpose: wanted }).then(onFile, (caught: unknown) => {
      const error = appErrorOf(caught);
      if (error.kind !== 'cancelled') setFailure(error);
    });
  };
  return (
    <Stack gap={6} shrinks>
      <FieldFrame id={id} label={label} error={failure?.message}>
        <Row gap={6} align="center">
          <div className={css['file']}>
            {file === undefined ? (
              <Text tone="dim" grow>
                {form}
              </Text>
            ) : (
              <>
                <span className={css['fileName']} data-selectable>
                  {file.name}
                </span>
                <IconButton
                  small
                  icon={X}
                  label={`Do not use ${file.name}`}
                  onClick={() => onFile(undefined)}
                />
              </>
            )}
          </div>
          <Button id={id} onClick={() => choose(purpose)}>
            {folder ? 'File…' : 'Choose…'}
          </Button>
          {folder && (
            <Button aria-label="Choose a folder of CA certificates" onClick={() => choose('ca-folder')}>
              Folder…
            </Button>
          )}
        </Row>
      </FieldFrame>
      {file !== undefined && <Described file={file} purpose={purpose} />}
    </Stack>
  );
}

function Described({ file, purpose }: { readonly file: FileHandle; readonly purpose: FilePurpose }) {
  const { data, error } = useQuery(query('connection.describeFile', { file, purpose }));
  if (data !== undefined) return <FileFacts file={file} description={data} />;
  if (error === null) return null;
  return (
    <Text as="p" role="alert" tone="danger" size={12} leading={18} breaks>
      {appErrorOf(error).message}
    </Text>
  );
}
