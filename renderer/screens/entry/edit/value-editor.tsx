import { memo, useEffect, useRef, useDeferredValue, useMemo } from 'react';
import { classes } from '../../../ui/classes.ts';
import { useSecretCopy } from '../../../ui/secret-copy.ts';
import type { ValueText } from '../../../parts/value/value-text.ts';
import { Stack, Text } from '../../../ui/layout.tsx';
import css from './edit-table.module.css';
import type { JsonProblem } from './json-problem.ts';
import { fieldText, withTyped } from './line-ends.ts';
import { overlooked } from '../../../ui/character-marks.ts';
import { OverlookedList } from '../../../ui/overlooked-list.tsx';

export interface ValueEditorProps {
  readonly name: string;
  readonly value: ValueText;
  readonly problem: JsonProblem | undefined;
  readonly focus: boolean;
  readonly onValue: (value: ValueText) => void;
  /** Copies a selection of the text through main. */
  readonly onCopy: (selected: string) => void;
}

/** The text of one value: as a string, or as JSON. It grows with its lines. */
export const ValueEditor = memo(function ValueEditor({
  name,
  value,
  problem,
  focus,
  onValue,
  onCopy,
}: ValueEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const copy = useSecretCopy(onCopy);
  useEffect(() => {
    if (!focus || area.current === null) return;
    area.current.focus();
    // The next letter goes behind those that opened the editor.
    if (!area.current.value.includes('\n')) area.current.setSelectionRange(-1, -1);
  }, [focus]);
  const called = name === '' ? 'the new key' : name;
  return (
    <Stack gap={4} shrinks grow>
      <textarea
        ref={area}
        aria-label={`Value of ${called}`}
        aria-invalid={problem !== undefined}
        rows={1}
        spellCheck={false}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        data-mono
        data-stop
        className={classes(css['area'], problem !== undefined && css['invalid'])}
        value={fieldText(value.text)}
        onChange={(event) => onValue({ mode: value.mode, text: withTyped(value.text, event.target.value) })}
        {...copy}
      />
      {problem !== undefined && (
        <Text role="alert" tone="danger" size={12} leading={18}>
          {problem.message} (line {problem.line}, column {problem.column}).
        </Text>
      )}
      <OverlookedLine value={value} />
    </Stack>
  );
});

/** Invisible characters of a value being edited, which every server compares. */
function OverlookedLine({ value }: { readonly value: ValueText }) {
  const settled = useDeferredValue(value);
  const found = useMemo(() => worthSaying(settled), [settled]);
  return <OverlookedList {...found} lines={settled.text.includes('\n')} />;
}

function worthSaying({ mode, text }: ValueText): ReturnType<typeof overlooked> {
  // White space around a JSON value has no meaning.
  if (mode === 'json') return overlooked(text, 'none');
  // A multi-line text ends in a line break by custom.
  const customary = /\n[^\n]*\S\n$/.test(text);
  return overlooked(customary ? text.slice(0, -1) : text, 'edges');
}
