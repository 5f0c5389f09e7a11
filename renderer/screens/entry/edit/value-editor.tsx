import { FileUp } from 'lucide-react';
import { memo, useEffect, useRef, useDeferredValue, useMemo } from 'react';
import { classes } from '../../../ui/classes.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useSecretCopy } from '../../../ui/secret-copy.ts';
import { switchedMode, type ValueText } from '../../../parts/value/value-text.ts';
import { Box, Stack, Text } from '../../../ui/layout.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import css from './edit-table.module.css';
import type { JsonProblem } from './json-problem.ts';
import { fieldText, withTyped } from './line-ends.ts';
import { overlooked } from '../../../ui/character-marks.ts';
import { OverlookedList } from '../../../ui/overlooked-list.tsx';

const modes: readonly { readonly value: ValueText['mode']; readonly label: string }[] = [
  { value: 'string', label: 'Text' },
  { value: 'json', label: 'JSON' },
];

export interface ValueEditorProps {
  readonly name: string;
  readonly value: ValueText;
  readonly problem: JsonProblem | undefined;
  readonly focus: boolean;
  readonly onValue: (value: ValueText) => void;
  /** Copies a selection of the text through main. */
  readonly onCopy: (selected: string) => void;
  /** Opens the menu of files to fill it from, below the button. */
  readonly onFile: (button: HTMLElement) => void;
}

/** The text of one value: as a string, or as JSON. It grows with its lines. */
export const ValueEditor = memo(function ValueEditor({
  name,
  value,
  problem,
  focus,
  onValue,
  onCopy,
  onFile,
}: ValueEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const copy = useSecretCopy(onCopy);
  useEffect(() => {
    if (focus) area.current?.focus();
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
        className={classes(css['area'], problem !== undefined && css['invalid'])}
        value={fieldText(value.text)}
        onChange={(event) => onValue({ mode: value.mode, text: withTyped(value.text, event.target.value) })}
        {...copy}
      />
      <div className={css['editorLine']}>
        <Box grow shrinks>
          {problem !== undefined && (
            <Text role="alert" tone="danger" size={12} leading={18}>
              {problem.message} (line {problem.line}, column {problem.column}).
            </Text>
          )}
          <OverlookedLine value={value} />
        </Box>
        <IconButton
          small
          icon={FileUp}
          iconSize={14}
          label={`Value of ${called} from a file`}
          aria-haspopup="menu"
          onClick={(event) => onFile(event.currentTarget)}
        />
        <Segmented
          small
          className={css['modes']}
          label="Kind of value"
          options={modes}
          value={value.mode}
          onValue={(mode) => {
            if (value.mode !== mode) onValue(switchedMode(value));
          }}
        />
      </div>
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
