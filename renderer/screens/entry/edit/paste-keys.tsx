import { useEffect, useState } from 'react';
import { counted, grouped } from '../../../../shared/vault/counted.ts';
import type { AppError } from '../../../../shared/ipc/result.ts';
import type { KeyFormat, ParsedKeys } from '../../../../shared/vault/editing.ts';
import { valueFacts } from '../../../../shared/vault/entry-facts.ts';
import { appErrorOf, vault } from '../../../api/client.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useSecretCopy } from '../../../ui/secret-copy.ts';
import { copySelected } from '../../../parts/value/copy-selected.ts';
import { namesOf, withMembers } from './draft.ts';
import type { Editing } from './editing.ts';
import { factChips } from '../../../parts/value/fact-chips.ts';
import { KeyName } from '../../../parts/value/key-name.tsx';
import { Row, Stack, Text } from '../../../ui/layout.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import css from './paste-keys.module.css';

export interface PasteKeysProps {
  readonly editing: Editing;
  readonly onClose: () => void;
}

type Format = 'auto' | KeyFormat;

const formats: readonly { readonly value: Format; readonly label: string }[] = [
  { value: 'auto', label: 'Auto-detect' },
  { value: 'env', label: '.env' },
  { value: 'json', label: 'JSON' },
  { value: 'yaml', label: 'YAML' },
];
const formatNames: Readonly<Record<KeyFormat, string>> = { env: '.env', json: 'JSON', yaml: 'YAML' };

/** Pause in typing before the text is parsed, in milliseconds. */
const restMs = 150;
/** Keys beyond this number are counted, not listed. */
const mostListed = 200;

/** Keys from pasted text: parsed in main, reviewed, then laid over the draft. It saves nothing. */
export function PasteKeys({ editing, onClose }: PasteKeysProps) {
  const [text, setText] = useState('');
  const [format, setFormat] = useState<Format>('auto');
  const { parsed, error } = useParsed(text, format);
  const copy = useSecretCopy(copySelected);
  const { draft, view, change } = editing;
  const known = namesOf(view.keys);
  const added = new Set(draft.added.map(({ name }) => name));
  const replaces = (key: string): boolean => known.has(key) || added.has(key);
  const members = parsed?.members ?? [];
  const replaced = members.filter(([key]) => replaces(key)).length;
  return (
    <Dialog
      open
      wide
      title="Paste keys"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={members.length === 0}
            onClick={() => {
              change((before) => withMembers(before, members, view.keys));
              onClose();
            }}
          >
            {members.length === 0 ? 'Import' : `Import ${counted(members.length, 'key')}`}
          </Button>
        </>
      }
    >
      <div className={css['form']}>
        <Row align="center" justify="between" gap={12} size={12} weight={550}>
          <label htmlFor="pasted-keys">Text of a .env file, a JSON object or YAML</label>
          <Segmented label="Format" options={formats} value={format} onValue={setFormat} />
        </Row>
        <textarea
          id="pasted-keys"
          autoFocus
          rows={8}
          spellCheck={false}
          autoComplete="off"
          data-mono
          className={css['area']}
          aria-invalid={error !== undefined}
          value={text}
          onChange={(event) => setText(event.target.value)}
          {...copy}
        />
        {error !== undefined && (
          <Text as="p" role="alert" tone="danger" size={12} leading={18} breaks>
            {error.message} {error.hint}
          </Text>
        )}
        {parsed !== undefined && error === undefined && (
          <Stack role="status" gap={8}>
            <p>
              {members.length === 0
                ? 'There are no keys in this text.'
                : `${formatNames[parsed.format]}: ${effectWords(replaced, members.length - replaced)}`}
            </p>
            {parsed.warnings.length > 0 && (
              <Text as="ul" tone="warn" size={12} leading={18} breaks>
                {parsed.warnings.map((warning) => (
                  <li key={warning}>{warning}</li>
                ))}
              </Text>
            )}
            <Preview parsed={parsed} replaces={replaces} />
          </Stack>
        )}
      </div>
    </Dialog>
  );
}

/** `1 replaced, 2 new`. */
function effectWords(replaced: number, added: number): string {
  return [replaced > 0 && `${grouped(replaced)} replaced`, added > 0 && `${grouped(added)} new`]
    .filter((words) => words !== false)
    .join(', ');
}

interface PreviewProps {
  readonly parsed: ParsedKeys;
  readonly replaces: (key: string) => boolean;
}

function Preview({ parsed, replaces }: PreviewProps) {
  const { members } = parsed;
  if (members.length === 0) return null;
  return (
    <ul className={css['preview']} aria-label="Keys found" tabIndex={0}>
      {members.slice(0, mostListed).map(([key, rawJson]) => (
        <li key={key}>
          <Text shrinks breaks data-mono>
            <KeyName name={key} />
          </Text>
          <Row as="span" wrap justify="end" gap={4} rigid>
            {factChips(valueFacts(key, rawJson)).map(({ text, tone }) => (
              <Chip key={text} tone={tone === 'warn' ? 'warn' : 'neutral'}>
                {text}
              </Chip>
            ))}
            <Chip tone={replaces(key) ? 'accent' : 'ok'}>{replaces(key) ? 'replaces' : 'new'}</Chip>
          </Row>
        </li>
      ))}
      {members.length > mostListed && <li>and {grouped(members.length - mostListed)} more</li>}
    </ul>
  );
}

/** Parses the text in main once typing rests; an older result never replaces a newer one. */
function useParsed(text: string, format: Format) {
  const [answer, setAnswer] = useState<{
    readonly text: string;
    readonly parsed?: ParsedKeys;
    readonly error?: AppError;
  }>();
  useEffect(() => {
    if (text.trim() === '') return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      vault.entry.parseKeys({ text, format }, abort.signal).then(
        (parsed) => {
          if (!abort.signal.aborted) setAnswer({ text, parsed });
        },
        (caught: unknown) => {
          if (!abort.signal.aborted) setAnswer({ text, error: appErrorOf(caught) });
        },
      );
    }, restMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, format]);
  // Keys found in another text are not offered for this one.
  return text.trim() === '' || answer?.text !== text
    ? { parsed: undefined, error: undefined }
    : { parsed: answer.parsed, error: answer.error };
}
