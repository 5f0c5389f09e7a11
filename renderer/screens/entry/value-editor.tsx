import { useEffect, useRef, useState } from 'react';
import type { ClipboardEvent } from 'react';
import { classes } from '../../ui/classes.ts';
import { switchedMode, type ValueText } from './draft.ts';
import css from './edit-table.module.css';
import type { JsonProblem } from './json-problem.ts';

export interface ValueEditorProps {
  readonly name: string;
  readonly value: ValueText;
  readonly problem: JsonProblem | undefined;
  readonly focus: boolean;
  readonly onValue: (value: ValueText) => void;
  /** Copies the saved value through main; undefined when what stands here is not what is saved. */
  readonly onCopySaved: (() => void) | undefined;
}

/** The text of one value: as a string, or as JSON. It grows with its lines. */
export function ValueEditor({ name, value, problem, focus, onValue, onCopySaved }: ValueEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    if (focus) area.current?.focus();
  }, [focus]);
  // A copy made by the browser would stay on the clipboard: only main clears what it copied itself.
  const copy = (event: ClipboardEvent): void => {
    event.preventDefault();
    if (onCopySaved !== undefined) onCopySaved();
    setRefused(onCopySaved === undefined);
  };
  const hint =
    problem !== undefined
      ? `${problem.message} (line ${String(problem.line)}, column ${String(problem.column)}).`
      : refused
        ? 'Not copied: only saved values are, because those are cleared from the clipboard afterwards.'
        : '';
  return (
    <div className={css['editor']}>
      <textarea
        ref={area}
        aria-label={`Value of ${name === '' ? 'the new key' : name}`}
        aria-invalid={problem !== undefined}
        rows={1}
        spellCheck={false}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        data-mono
        className={classes(css['area'], problem !== undefined && css['invalid'])}
        value={value.text}
        onChange={(event) => {
          setRefused(false);
          onValue({ mode: value.mode, text: event.target.value });
        }}
        onCopy={copy}
        onCut={copy}
        onDragStart={(event) => {
          event.preventDefault();
        }}
      />
      <div className={css['editorLine']}>
        <span
          role={hint === '' ? undefined : 'alert'}
          className={css[problem === undefined ? 'hint' : 'wrong']}
        >
          {hint}
        </span>
        <div role="group" aria-label="Kind of value" className={css['modes']}>
          {(['string', 'json'] as const).map((mode) => (
            <button
              key={mode}
              type="button"
              aria-pressed={value.mode === mode}
              className={css['mode']}
              onClick={() => {
                if (value.mode !== mode) onValue(switchedMode(value));
              }}
            >
              {mode === 'string' ? 'Text' : 'JSON'}
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}
