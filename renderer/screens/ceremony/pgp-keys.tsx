import { FileKey, X } from 'lucide-react';
import { useId, useState } from 'react';
import { counted } from '../../../shared/vault/counted.ts';
import type { PgpKeyFacts } from '../../../shared/vault/ceremony.ts';
import { vault } from '../../api/client.ts';
import { useAction, type Action } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import css from './ceremony.module.css';
import field from '../../ui/field.module.css';
import { Row, Stack, Text } from '../../ui/layout.tsx';

/** `2 keys`, of those that can be used; empty for none. */
export function keyCount(keys: readonly PgpKeyFacts[]): string {
  const { length } = keys.filter(({ problem }) => problem === undefined);
  return length === 0 ? '' : counted(length, 'key');
}

/** The public keys of a form, and pending input. */
export interface PgpKeyList {
  readonly keys: readonly PgpKeyFacts[];
  /** The reason the form must wait, as a sentence: the user has entered a key that is not among them yet. */
  readonly missing: string | undefined;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly reading: Action;
  readonly add: (read: () => Promise<readonly PgpKeyFacts[]>) => void;
  readonly remove: (index: number) => void;
}

/** State of a list of PGP keys, empty at first. */
export function usePgpKeys(): PgpKeyList {
  const [keys, setKeys] = useState<readonly PgpKeyFacts[]>([]);
  const [text, setText] = useState('');
  const reading = useAction();
  return {
    keys,
    text,
    setText,
    reading,
    missing: reading.busy
      ? 'The PGP keys are being read.'
      : text.trim() === ''
        ? undefined
        : 'Add the pasted PGP keys, or clear their field.',
    add: (read) =>
      void reading.run(async () => {
        const found = await read();
        setText('');
        setKeys((now) => [...now, ...found]);
      }),
    remove: (index) => setKeys((now) => now.filter((_, at) => at !== index)),
  };
}

/** True if a key itself says why it cannot be used. */
export function haveProblem(keys: readonly PgpKeyFacts[]): boolean {
  return keys.some(({ problem }) => problem !== undefined);
}

export interface PgpKeysProps {
  readonly label: string;
  readonly list: PgpKeyList;
}

/** Public keys to encrypt to, in the order of the shares; each with its owner, or its problem. */
export function PgpKeys({ label, list }: PgpKeysProps) {
  const { keys, text, setText, reading, add, remove } = list;
  const id = useId();
  return (
    <Stack gap={4} shrinks>
      <Row as="label" htmlFor={id} align="baseline" gap={8} size={12} weight={550} leading={18}>
        {label}
        <Text tone="dim" weight={400}>
          optional
        </Text>
      </Row>
      {keys.length > 0 && (
        <ol className={css['keys']} aria-label={`${label} to use`}>
          {keys.map((key, index) => (
            <KeyLine key={`${String(index)} ${key.fingerprint}`} facts={key} onRemove={() => remove(index)} />
          ))}
        </ol>
      )}
      <textarea
        id={id}
        className={classes(field['input'], field['mono'])}
        rows={3}
        spellCheck={false}
        placeholder="-----BEGIN PGP PUBLIC KEY BLOCK-----"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ErrorPanel error={reading.failure} />
      <Row wrap gap={8}>
        <Button
          small
          disabled={reading.busy || text.trim() === ''}
          onClick={() => add(() => vault.ceremony.readPgpKeys({ text }))}
        >
          Add pasted keys
        </Button>
        <Button
          small
          icon={FileKey}
          disabled={reading.busy}
          onClick={() => add(() => vault.ceremony.choosePgpKeys({}))}
        >
          Choose a file…
        </Button>
      </Row>
    </Stack>
  );
}

function KeyLine({ facts, onRemove }: { readonly facts: PgpKeyFacts; readonly onRemove: () => void }) {
  const { users, fingerprint, problem } = facts;
  const isKey = fingerprint !== '';
  const name = users[0] ?? (isKey ? 'Key without a name' : 'Not a key');
  const wrong = problem !== undefined && (
    <Text role="alert" tone="danger">
      {problem}
    </Text>
  );
  return (
    <li className={css['key']}>
      <Row as="span" align="center" justify="between">
        {/* The problem says that it is not a key. */}
        {isKey || problem === undefined ? <span data-selectable>{name}</span> : wrong}
        <IconButton small icon={X} iconSize={14} label={`Remove ${name}`} onClick={onRemove} />
      </Row>
      {isKey && (
        <span className={css['mono']} data-selectable>
          {fingerprint
            .toUpperCase()
            .match(/.{1,4}/g)
            ?.join(' ')}
        </span>
      )}
      {isKey && wrong}
    </li>
  );
}
