import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { grouped } from '../../../shared/vault/counted.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { addedPolicies } from './new-token-draft.ts';
import css from './token.module.css';

export interface PolicyPickerProps {
  readonly policies: readonly string[];
  readonly onPolicies: (policies: readonly string[]) => void;
  /** Names to choose from; empty if listing is not permitted. */
  readonly known: readonly string[];
  /** Policies of a token without any of its own, e.g. `the role’s policies`. */
  readonly defaults: string;
}

/** Names listed at once; a count stands for the rest. */
const shown = 60;
const suggestedAtOnce = 10;

/** Names of policies: typed, pasted by the hundred, or picked from existing ones. */
export function PolicyPicker({ policies, onPolicies, known, defaults }: PolicyPickerProps) {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const needle = text.trim().toLowerCase();
  const suggestions = known
    .filter((name) => !policies.includes(name) && name !== 'root' && name.includes(needle))
    .slice(0, suggestedAtOnce);
  const add = (names: string): void => {
    if (names.trim() === '') return;
    onPolicies(addedPolicies(policies, names));
    setText('');
    field.current?.focus();
  };
  return (
    <Stack gap={6} shrinks>
      <TextField
        ref={field}
        label="Policies"
        mono
        placeholder="Comma-separated names"
        value={text}
        hint={`Defaults to ${defaults}.`}
        onChange={({ target: { value } }) => {
          // A comma, or a pasted list: adds all names.
          if (/[\s,;]/.test(value.trim()) || /[,;\s]$/.test(value)) add(value);
          else setText(value);
        }}
        onBlur={() => {
          if (needle !== '') onPolicies(addedPolicies(policies, text));
          setText('');
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && needle !== '') {
            event.preventDefault();
            add(text);
          } else if (event.key === 'Backspace' && text === '' && policies.length > 0) {
            onPolicies(policies.slice(0, -1));
          }
        }}
      />
      {policies.length > 0 && (
        <Row as="ul" wrap gap={4} shrinks aria-label="Chosen policies">
          {policies.slice(0, shown).map((name) => (
            <li key={name} className={css['policy']}>
              <span data-mono>{name}</span>
              <button
                type="button"
                aria-label={`Remove ${name}`}
                onClick={() => {
                  onPolicies(policies.filter((other) => other !== name));
                  field.current?.focus();
                }}
              >
                <Icon of={X} size={12} />
              </button>
            </li>
          ))}
          {policies.length > shown && (
            <li>
              and {grouped(policies.length - shown)} more{' '}
              <Button
                small
                variant="ghost"
                onClick={() => {
                  onPolicies([]);
                }}
              >
                Remove all
              </Button>
            </li>
          )}
        </Row>
      )}
      {suggestions.length > 0 && (
        <Row wrap gap={4} shrinks role="group" aria-label="Policies of this server">
          {suggestions.map((name) => (
            <button
              key={name}
              type="button"
              data-mono
              className={css['suggested']}
              // The field must not lose its text before the name is added.
              onPointerDown={(event) => {
                event.preventDefault();
              }}
              onClick={() => {
                setText('');
                onPolicies(addedPolicies(policies, name));
                field.current?.focus();
              }}
            >
              {name}
            </button>
          ))}
        </Row>
      )}
    </Stack>
  );
}
