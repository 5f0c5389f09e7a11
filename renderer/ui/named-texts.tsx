import { X } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import { TextField } from './text-field.tsx';

/** A name and a text; `id` distinguishes lines while their names are typed. */
export interface NamedText {
  readonly id: number;
  readonly key: string;
  readonly text: string;
}

export interface NamedTextsProps {
  readonly lines: readonly NamedText[];
  readonly onLines: (lines: readonly NamedText[]) => void;
  /** Class of a line. */
  readonly className: string | undefined;
  readonly problems?: ReadonlyMap<number, { readonly key?: string; readonly text?: string }>;
}

/** Lines of a name and a text. */
export function NamedTexts({ lines, onLines, className, problems }: NamedTextsProps) {
  return lines.map(({ id, key, text }, index) => {
    const change = (by: Partial<NamedText>): void =>
      onLines(lines.map((one) => (one.id === id ? { ...one, ...by } : one)));
    return (
      <div key={id} className={className}>
        <TextField
          label={`Name ${index + 1}`}
          labelHidden
          mono
          placeholder="name"
          value={key}
          error={problems?.get(id)?.key}
          onChange={({ target }) => change({ key: target.value })}
        />
        <TextField
          label={`Text of ${key === '' ? 'the new name' : key}`}
          labelHidden
          placeholder="text"
          value={text}
          error={problems?.get(id)?.text}
          onChange={({ target }) => change({ text: target.value })}
        />
        <IconButton
          icon={X}
          label={`Remove ${key === '' ? 'this line' : key}`}
          onClick={() => onLines(lines.filter((one) => one.id !== id))}
        />
      </div>
    );
  });
}

/** Adds an empty line. */
export function withNewLine(lines: readonly NamedText[]): readonly NamedText[] {
  return [...lines, { id: Math.max(0, ...lines.map(({ id }) => id)) + 1, key: '', text: '' }];
}
