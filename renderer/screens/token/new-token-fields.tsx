import { KeyRound, Plus } from 'lucide-react';
import { counted } from '../../../shared/vault/counted.ts';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { formatDuration, parseDuration } from '../../../shared/vault/ttl.ts';
import { vault } from '../../api/client.ts';
import { forgetSecret } from '../../api/secrets.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { choice } from '../../ui/choice-field.tsx';
import { field } from '../../ui/fields.tsx';
import type { Field, FieldList } from '../../ui/fields.tsx';
import { Row, Stack, Text } from '../../ui/layout.tsx';
import { NamedTexts, withNewLine } from '../../ui/named-texts.tsx';
import type { NewTokenDraft, Problems } from './new-token-draft.ts';
import css from './token.module.css';

export interface DraftProps {
  readonly draft: NewTokenDraft;
  readonly problems: Problems;
  readonly onDraft: (by: Partial<NewTokenDraft>) => void;
}

/** Fields for its lifetime and number of uses. */
export function lifeFields(draft: NewTokenDraft): FieldList<NewTokenDraft> {
  const batch = draft.type === 'batch';
  return [
    field.pair(
      durationField('ttl', 'TTL', 'Lifetime unless renewed.', draft, 'Defaults to the server’s TTL.'),
      durationField(
        'explicitMaxTtl',
        'Explicit max TTL',
        'Renewals do not extend it further.',
        draft,
        'Defaults to the server’s maximum.',
      ),
    ),
    field.pair(
      durationField(
        'period',
        'Period',
        'It does not expire if renewed this often. Requires sudo, or a role with a period.',
        draft,
      ),
      field.text('numUses', 'Number of uses', {
        inputMode: 'numeric',
        placeholder: 'unlimited',
        hint: 'Every request counts, refused ones and look-ups too.',
      }),
    ),
    choice('type', 'Type', [
      { value: 'default', label: 'Server or role default' },
      { value: 'service', label: 'Service', note: 'stored, renewable, can be revoked' },
      { value: 'batch', label: 'Batch', note: 'not stored, cannot be renewed or revoked' },
    ]),
    field.check('renewable', 'Renewable', batch ? 'Batch tokens cannot be renewed.' : undefined),
  ];
}

/** Fields for the wrapping of the new token. */
export function wrapFields(draft: NewTokenDraft): FieldList<NewTokenDraft> {
  return [
    field.check(
      'wrapped',
      'Wrap the token',
      'The answer is a wrapping token that unwraps once. You do not see the new token.',
    ),
    draft.wrapped &&
      durationField(
        'wrapTtl',
        'Wrap TTL',
        'After that it cannot be unwrapped. The new token stays valid until it expires.',
        draft,
      ),
  ];
}

/** A duration: while empty with its default, then with the server's reading of it. */
function durationField(
  name: 'ttl' | 'explicitMaxTtl' | 'period' | 'wrapTtl',
  label: string,
  hint: string,
  draft: NewTokenDraft,
  defaults = '',
): Field<NewTokenDraft> {
  const text = draft[name];
  const seconds = text.trim() === '' ? undefined : parseDuration(text);
  return field.mono(name, label, {
    placeholder: 'e.g. 12h',
    hint:
      seconds === undefined ? `${hint} ${defaults}`.trim() : `That is ${formatDuration(seconds)}. ${hint}`,
  });
}

/** Texts about the token, readable by everyone who may look it up. */
export function MetaFields({ draft, problems, onDraft }: DraftProps) {
  const { meta } = draft;
  return (
    <Stack as="fieldset" gap={6} shrinks>
      <legend>Metadata</legend>
      <Text as="p" tone="dim" size={12} leading={18} pretty>
        Short texts for the audit log and for look-ups. They are not secret.
      </Text>
      <NamedTexts lines={meta} onLines={(lines) => onDraft({ meta: lines })} className={css['metaRow']} />
      {problems.meta !== undefined && (
        <Text as="p" role="alert" tone="danger" breaks>
          {problems.meta}
        </Text>
      )}
      <div>
        <Button small icon={Plus} onClick={() => onDraft({ meta: withNewLine(meta) })}>
          Add a line
        </Button>
      </div>
    </Stack>
  );
}

/** A custom token ID, entered in the secure prompt. */
export function OwnValue({
  session,
  draft,
  onDraft,
}: Omit<DraftProps, 'problems'> & { readonly session: SessionView }) {
  const { idCard } = draft;
  const { busy, failure, run } = useAction();
  const enter = (): void => {
    void run(async () => {
      onDraft({ idCard: await vault.secret.enter({ sessionId: session.sessionId, kind: 'token-id' }) });
    });
  };
  return (
    <Stack gap={6} shrinks>
      <p>
        {idCard === undefined
          ? 'The server generates the token ID.'
          : `Custom token ID, ${counted(idCard.length, 'character')}.`}
      </p>
      <Text as="p" tone="dim" size={12} leading={18} pretty>
        Requires a root token. An invented ID can be guessed.
      </Text>
      <Row wrap align="center" gap={12}>
        <Button small icon={KeyRound} disabled={busy} onClick={enter}>
          {idCard === undefined ? 'Enter ID…' : 'Change…'}
        </Button>
        {idCard !== undefined && (
          <Button
            small
            variant="ghost"
            onClick={() => {
              forgetSecret(idCard.secretRef);
              onDraft({ idCard: undefined });
            }}
          >
            Remove
          </Button>
        )}
      </Row>
      {failure !== undefined && <ErrorPanel error={failure} />}
    </Stack>
  );
}
