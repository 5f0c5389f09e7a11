/** Reads a value from a file, or writes it to one. The dialogs are the system's and the paths stay in main. */
import { useCallback, useState } from 'react';
import type { AppError } from '../../../../shared/ipc/result.ts';
import type { FileValue } from '../../../../shared/vault/editing.ts';
import { appErrorOf, vault } from '../../../api/client.ts';
import { valueToFile } from '../../../api/entries.ts';
import { announce } from '../../../ui/announce.tsx';
import { bytesInWords } from '../../../ui/bytes-in-words.ts';

export type FileForm = 'text' | 'decoded-base64';

export interface FileNote {
  readonly key: string;
  readonly text: string;
  readonly failed: boolean;
}

export interface ValueFile {
  /** Outcome of the last file operation. */
  readonly note: FileNote | undefined;
  /** Writes the saved value of a key to a file that the user chooses. */
  readonly toFile: (key: string, as: FileForm) => void;
  /** Asks for a file; `use` gets its content as a value. `name` is only for messages. */
  readonly fromFile: (name: string, as: 'auto' | 'base64', use: (value: FileValue) => void) => void;
}

/** File operations for an open entry's values. */
export function useValueFile(entryId: string): ValueFile {
  const [note, setNote] = useState<FileNote>();
  const tell = useCallback((key: string, text: string) => {
    setNote({ key, text, failed: false });
    announce(text);
  }, []);
  const fail = useCallback((key: string, caught: unknown) => {
    const error = appErrorOf(caught);
    // Closing the dialog is a choice, not a failure.
    if (error.kind === 'cancelled') return;
    setNote({ key, text: sentence(error), failed: true });
  }, []);
  const toFile = useCallback(
    (key: string, as: FileForm) => {
      setNote(undefined);
      valueToFile({ entryId, key, as }).then(
        (fileName) => {
          tell(key, `Wrote ${key} to ${fileName}. The file is not encrypted.`);
        },
        (caught: unknown) => {
          fail(key, caught);
        },
      );
    },
    [entryId, tell, fail],
  );
  const fromFile = useCallback(
    (name: string, as: 'auto' | 'base64', use: (value: FileValue) => void) => {
      setNote(undefined);
      vault.entry.valueFromFile({ as }).then(
        (value) => {
          use(value);
          const form = value.encoding === 'base64' ? ', as base64' : '';
          tell(name, `Read ${value.name} (${bytesInWords(value.bytes)}${form}).`);
        },
        (caught: unknown) => {
          fail(name, caught);
        },
      );
    },
    [tell, fail],
  );
  return { note, toFile, fromFile };
}

function sentence({ message, hint }: AppError): string {
  return hint === undefined ? message : `${message} ${hint}`;
}
