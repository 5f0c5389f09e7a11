import { FileKey, X } from 'lucide-react';
import { useId, useState } from 'react';
import type { PgpKeyFacts } from '../../../shared/vault/ceremony.ts';
import { choosePgpKeys, readPgpKeys } from '../../api/ceremonies.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import css from './ceremony.module.css';
import field from '../../ui/field.module.css';

/** `2 keys`; empty where there is none. */
export function keyCount(count: number): string {
  return count === 0 ? '' : `${String(count)} ${count === 1 ? 'key' : 'keys'}`;
}

export interface PgpKeysProps {
  readonly label: string;
  readonly keys: readonly PgpKeyFacts[];
  readonly onKeys: (keys: readonly PgpKeyFacts[]) => void;
}

/** Public keys to encrypt to, in the order of the shares; each with its owner, or with what is wrong with it. */
export function PgpKeys({ label, keys, onKeys }: PgpKeysProps) {
  const id = useId();
  const [text, setText] = useState('');
  const action = useAction();
  const add = async (read: () => Promise<readonly PgpKeyFacts[]>): Promise<void> => {
    const found = await action.run(read);
    if (found === undefined) return;
    setText('');
    onKeys([...keys, ...found]);
  };
  return (
    <div className={field['field']}>
      <label htmlFor={id} className={field['label']}>
        {label}
        <span className={field['optional']}>optional</span>
      </label>
      {keys.length > 0 && (
        <ol className={css['keys']} aria-label={`${label} to use`}>
          {keys.map((key, index) => (
            <KeyLine
              key={`${String(index)} ${key.fingerprint}`}
              facts={key}
              onRemove={() => onKeys(keys.filter((_, at) => at !== index))}
            />
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
      {action.failure !== undefined && <ErrorPanel error={action.failure} />}
      <div className={css['actions']}>
        <Button
          small
          disabled={action.busy || text.trim() === ''}
          onClick={() => void add(() => readPgpKeys(text))}
        >
          Add pasted keys
        </Button>
        <Button small icon={FileKey} disabled={action.busy} onClick={() => void add(choosePgpKeys)}>
          Choose a file…
        </Button>
      </div>
    </div>
  );
}

function KeyLine({ facts, onRemove }: { readonly facts: PgpKeyFacts; readonly onRemove: () => void }) {
  const { users, fingerprint, problem } = facts;
  const name = users[0] ?? 'Unknown key';
  return (
    <li className={css['key']}>
      <span className={css['keyHead']}>
        <span data-selectable>{name}</span>
        <IconButton small icon={X} iconSize={14} label={`Remove ${name}`} onClick={onRemove} />
      </span>
      {fingerprint !== '' && (
        <span className={css['mono']} data-selectable>
          {fingerprint
            .toUpperCase()
            .match(/.{1,4}/g)
            ?.join(' ')}
        </span>
      )}
      {problem !== undefined && (
        <span role="alert" className={css['problem']}>
          {problem}
        </span>
      )}
    </li>
  );
}
