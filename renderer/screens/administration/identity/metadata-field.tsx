import { useId, useState } from 'react';
import { FieldFrame } from '../../../ui/text-field.tsx';
import field from '../../../ui/field.module.css';
import { metadataIn, metadataText } from './identity-draft.ts';

export interface MetadataFieldProps {
  readonly metadata: Readonly<Record<string, string>>;
  /** Undefined: the input is not valid metadata. */
  readonly onMetadata: (metadata: Readonly<Record<string, string>> | undefined) => void;
}

/** Metadata as lines of `key=value`. */
export function MetadataField({ metadata, onMetadata }: MetadataFieldProps) {
  const id = useId();
  const [text, setText] = useState(() => metadataText(metadata));
  const wrong = metadataIn(text) === undefined;
  return (
    <FieldFrame
      id={id}
      label="Metadata"
      labelHidden
      hint="One a line: key=value"
      holds={text}
      error={wrong ? 'Each line needs a key, “=”, and a value.' : undefined}
    >
      <textarea
        id={id}
        rows={3}
        className={field['input']}
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          onMetadata(metadataIn(target.value));
        }}
      />
    </FieldFrame>
  );
}
