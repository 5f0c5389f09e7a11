import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { redact } from '../../../shared/vault/redact.ts';
import { useStore } from '../../api/store.ts';
import { appErrorOf } from '../../api/client.ts';
import { dismissSecret, enterToken, inspectionQuery, inspectToken } from '../../api/tokens.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { argumentFor, noteToken, tokensOf } from './token-notes.ts';
import css from './token.module.css';

/** Another token, by its accessor or by its value. */
export function LookUpAnother({ session }: { readonly session: SessionView }) {
  const { sessionId } = session;
  const { openScreen } = useWorkspaceActions();
  const tokens = tokensOf(sessionId);
  const { accessorText } = useStore(tokens);
  const [refused, setRefused] = useState(false);
  const byValue = useLookUpByValue(session);
  const { numUses } = session.token;
  const accessor = accessorText.trim();
  return (
    <Panel title="Another token">
      <div className={css['stack']}>
        <form
          className={css['another']}
          onSubmit={(event) => {
            event.preventDefault();
            if (accessor !== '') openScreen('token', accessor === session.token.accessor ? '' : accessor);
          }}
        >
          <TextField
            label="Accessor"
            mono
            value={accessorText}
            error={
              refused
                ? 'That looks like a token, not like an accessor, and was not kept here. Use “By value…”: a token is typed where no page can read it.'
                : undefined
            }
            hint={
              numUses > 0
                ? `A look-up costs your token one of its ${String(numUses)} uses.`
                : 'An accessor is no secret: it can look at a token and revoke it, but not use it.'
            }
            onChange={({ target: { value } }) => {
              const token = redact(value) !== value;
              setRefused(token);
              tokens.change({ accessorText: token ? '' : value });
            }}
          />
          <div className={css['anotherButtons']}>
            <Button type="submit" disabled={accessor === ''}>
              Look up
            </Button>
            <Button
              icon={KeyRound}
              disabled={byValue.isPending}
              onClick={() => {
                byValue.mutate();
              }}
            >
              By value…
            </Button>
          </div>
        </form>
        <ByValueProblem error={byValue.error} />
      </div>
    </Panel>
  );
}

function ByValueProblem({ error }: { readonly error: Error | null }) {
  if (error === null) return null;
  const problem = appErrorOf(error);
  if (problem.kind === 'cancelled') return null;
  return <ErrorPanel error={problem} title="This token could not be looked up" />;
}

/** Asks for a token in the trusted view, looks it up, and opens its tab. What cannot be looked up is forgotten at once. */
function useLookUpByValue(session: SessionView) {
  const { sessionId } = session;
  const { openScreen } = useWorkspaceActions();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { secretRef } = await enterToken(sessionId);
      try {
        return { secretRef, inspection: await inspectToken(sessionId, { by: 'secret', secretRef }) };
      } catch (caught) {
        await dismissSecret(secretRef);
        throw caught;
      }
    },
    onSuccess: ({ secretRef, inspection }) => {
      const tokens = tokensOf(sessionId);
      const argument = argumentFor(tokens, inspection.accessor, session.token.accessor, secretRef);
      if (argument !== '') {
        noteToken(tokens, argument, { secretRef });
        client.setQueryData(inspectionQuery(sessionId, { by: 'secret', secretRef }, '').queryKey, inspection);
      }
      openScreen('token', argument, sessionId);
    },
  });
}
