import { KeyRound } from 'lucide-react';
import { redact } from '../../../shared/vault/redact.ts';
import { vault } from '../../api/client.ts';
import { forgetSecret } from '../../api/secrets.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { choice } from '../../ui/choice-field.tsx';
import { field, Fields } from '../../ui/fields.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import type { ShareProblems, ShareSnapshot } from './share-draft.ts';
import css from './wrapping.module.css';

export interface TokenContentProps {
  readonly sessionId: string;
  readonly state: ShareSnapshot;
  readonly problems: ShareProblems;
  readonly change: (next: Partial<ShareSnapshot>) => void;
}

const operations = [
  { value: 'token-lookup', label: 'Look-up' },
  { value: 'token-renewal', label: 'Renewal', note: 'renews it now' },
] as const;

const choices = [
  { value: 'self', label: 'My token' },
  { value: 'accessor', label: 'By accessor' },
  { value: 'secret', label: 'By value', note: 'secure prompt' },
] as const;

/** Wraps the response of looking up or renewing a token. */
export function TokenContent(props: TokenContentProps) {
  const { state, problems, change } = props;
  return (
    <Fields<ShareSnapshot>
      draft={state}
      problems={problems}
      onDraft={change}
      of={[
        field.group(
          (children) => <div className={css['halves']}>{children}</div>,
          [choice('operation', 'Operation', operations), choice('by', 'Token', choices)],
        ),
        state.by === 'accessor' &&
          field.mono('accessor', 'Accessor', {
            maxLength: 1024,
            // A token must not stay in a field of the page.
            as: (typed) => (redact(typed) === typed ? typed : ''),
          }),
        state.by === 'secret' && field.note(<Value {...props} />),
        state.operation === 'token-renewal' &&
          field.mono('increment', 'Increment', { optional: true, placeholder: 'the server’s default' }),
      ]}
    />
  );
}

function Value({ sessionId, state: { tokenValue }, problems, change }: TokenContentProps) {
  const { failure, busy, run } = useAction();
  const enter = async (): Promise<void> => {
    const entered = await run(() => vault.secret.enter({ sessionId, kind: 'token-id' }));
    if (entered === undefined) return;
    if (tokenValue !== undefined) forgetSecret(tokenValue.secretRef);
    change({ tokenValue: entered });
  };
  return (
    <>
      <Row wrap align="center" gap={10}>
        <Button icon={KeyRound} disabled={busy} onClick={() => void enter()}>
          {tokenValue === undefined ? 'Enter token…' : 'Change…'}
        </Button>
        {tokenValue !== undefined && (
          <Text tone="dim" size={12}>{`Token, ${String(tokenValue.length)} characters`}</Text>
        )}
      </Row>
      {problems.tokenValue !== undefined && (
        <Text role="alert" tone="danger" size={12}>
          {problems.tokenValue}
        </Text>
      )}
      <ErrorPanel error={failure} />
    </>
  );
}
