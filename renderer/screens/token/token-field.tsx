import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AccessorRow } from '../../../shared/vault/token-work.ts';
import { redact } from '../../../shared/vault/redact.ts';
import { vault } from '../../api/client.ts';
import { inspectionQuery } from '../../api/tokens.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Row, Stack, Text } from '../../ui/layout.tsx';
import { OpenField } from '../../ui/open-field.tsx';
import { useActions } from '../../workspace/action-registry.ts';
import { argumentFor, noteLooked, noteToken, tokensOf } from './token-notes.ts';

export interface TokenFieldProps {
  readonly session: SessionView;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Rows that pass the filter text. */
  readonly view: readonly AccessorRow[];
  /** Shows a token; `argument` in the form that its tab uses. */
  readonly onChoose: (argument: string) => void;
  /** More filters, after the field. */
  readonly children?: ReactNode;
}

/**
 * The one field: it filters the table by name, path or policy, and Enter opens the first row left, or looks up the
 * text as an accessor. A pasted token is cleared at once.
 */
export function TokenField({ session, text, onText, view, onChoose, children }: TokenFieldProps) {
  const { sessionId } = session;
  const own = session.token.accessor;
  const tokens = tokensOf(sessionId);
  const [refused, setRefused] = useState(false);
  const client = useQueryClient();
  const looking = useAction();
  const costs = session.token.numUses !== 0;

  const byAccessor = (accessor: string): void => {
    void looking.run(async () => {
      const inspection = await vault.token.inspect({ sessionId, token: { by: 'accessor', accessor } });
      client.setQueryData(inspectionQuery(sessionId, { by: 'accessor', accessor }, own).queryKey, inspection);
      noteLooked(tokens, { accessor, token: inspection });
      onChoose(accessor);
    });
  };
  const byValue = (): void => {
    void looking.run(async () => {
      const { secretRef } = await vault.secret.enter({ sessionId, kind: 'token-id' });
      const choice = { by: 'secret', secretRef } as const;
      const inspection = await vault.token
        .inspect({ sessionId, token: choice })
        .catch(async (caught: unknown) => {
          // The value is forgotten at once if the look-up fails.
          await vault.secret.dismiss({ secretRef });
          throw caught;
        });
      const argument = argumentFor(tokens, inspection.accessor, own, secretRef);
      if (argument !== '') {
        noteToken(tokens, argument, { secretRef });
        noteLooked(tokens, { accessor: argument, token: inspection });
        client.setQueryData(inspectionQuery(sessionId, choice, '').queryKey, inspection);
      }
      onText('');
      onChoose(argument);
    });
  };
  const enter = (): void => {
    const wanted = text.trim();
    if (wanted === '') return;
    const found = view.find(({ accessor }) => accessor === wanted) ?? view[0];
    if (found === undefined) byAccessor(wanted);
    else onChoose(found.accessor === own ? '' : found.accessor);
  };
  useActions(() => [
    {
      id: 'token.byValue',
      label: 'Look up token…',
      group: 'Tokens',
      icon: KeyRound,
      region: 'main',
      run: byValue,
    },
  ]);
  return (
    <Stack gap={8}>
      <Row wrap align="center" gap={8}>
        <OpenField
          label={costs ? 'Accessor or name (a look-up costs 1 use)' : 'Accessor or name'}
          text={text}
          aria-busy={looking.busy}
          onText={(typed) => {
            const token = redact(typed) !== typed;
            setRefused(token);
            looking.forget();
            onText(token ? '' : typed);
          }}
          onEnter={enter}
        />
        <Button icon={KeyRound} disabled={looking.busy} onClick={byValue}>
          Look up token…
        </Button>
        {children}
      </Row>
      {refused && (
        <Text as="p" role="alert" tone="danger" breaks>
          That is a token, not an accessor, and was not kept here. “Look up token…” takes it in the secure
          prompt.
        </Text>
      )}
      {looking.failure !== undefined && (
        <ErrorPanel
          error={looking.failure}
          title={looking.failure.kind === 'invalid-input' ? 'Not found' : 'Not looked up'}
        />
      )}
    </Stack>
  );
}
