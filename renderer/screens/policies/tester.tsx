import { FlaskConical } from 'lucide-react';
import { useEffect } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { hasLimitedUses } from '../../../shared/vault/token.ts';
import type { PolicyTest, UnsavedPolicy } from '../../../shared/vault/policy-effect.ts';
import { vault } from '../../api/client.ts';
import { useStore } from '../../api/store.ts';
import { useAction } from '../../api/use-action.ts';
import { announce } from '../../ui/announce.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Box, Row, Stack } from '../../ui/layout.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useActions } from '../../workspace/action-registry.ts';
import { TestResult } from './test-result.tsx';
import { fillIn, namesIn, subjectOf, testerWorkOf, type TesterWork, type Whose } from './tester-work.ts';

export interface TesterProps {
  readonly session: SessionView;
  /** The policy in front; empty: no policy. */
  readonly policy: string;
  /** Its text as edited; nothing of it is sent. */
  readonly unsaved?: UnsavedPolicy;
  readonly onOpenRule: (policy: string, line: number) => void;
}

const subjects: readonly { readonly value: Whose; readonly label: string }[] = [
  { value: 'self', label: 'This token' },
  { value: 'accessor', label: 'Accessor' },
  { value: 'policies', label: 'Policies' },
];

/** Tests the access of a token, or a set of policies, to a path. */
export function Tester({ session, policy, unsaved, onOpenRule }: TesterProps) {
  const { sessionId } = session;
  const work = testerWorkOf(sessionId);
  const state = useStore(work);
  const testing = useAction();
  useEffect(() => fillIn(work, policy), [work, policy]);
  const change = (by: Partial<TesterWork>): void => {
    testing.forget();
    work.change({ ...by, result: undefined });
  };
  const subject = subjectOf(state);
  const tested = { path: state.path, ...(unsaved === undefined ? {} : { unsaved }) };
  const ready = subject !== undefined && state.path.trim() !== '';
  const take = (result: PolicyTest | undefined): void => {
    if (result === undefined) return;
    work.change({ result });
    announce('Tested.');
  };
  const test = async (): Promise<void> => {
    if (ready) take(await testing.run(() => vault.policy.test({ sessionId, subject, ...tested })));
  };
  const askServer = async (): Promise<void> => {
    take(
      await testing.run(() =>
        vault.policy.testWithToken({ sessionId, names: namesIn(state.policies), ...tested }),
      ),
    );
  };
  const mayCreate = state.whose === 'policies' && !namesIn(state.policies).includes('root');
  useActions(() => [
    {
      id: 'policy.askServer',
      label: 'Ask server with a temporary token…',
      group: 'Policies',
      region: 'main',
      disabled: !ready || !mayCreate || testing.busy,
      run: () => void askServer(),
    },
  ]);
  // The main button beside a draft is the one that saves it.
  const variant = unsaved === undefined ? 'primary' : 'secondary';
  const uses = hasLimitedUses(session.token) ? ' (1 use)' : '';
  return (
    <Stack gap={14} shrinks>
      <Stack
        as="form"
        gap={8}
        onSubmit={(event) => {
          event.preventDefault();
          void test();
        }}
      >
        <Row wrap gap={8} align="start">
          <Segmented
            label="Whose permissions"
            options={subjects}
            value={state.whose}
            onValue={(whose) => change({ whose })}
          />
          {state.whose !== 'self' && (
            <Box basis={240} shrinks>
              {state.whose === 'accessor' ? (
                <TextField
                  mono
                  labelHidden
                  label="Accessor"
                  placeholder="Accessor"
                  value={state.accessor}
                  maxLength={1024}
                  onChange={({ target }) => change({ accessor: target.value })}
                />
              ) : (
                <TextField
                  mono
                  labelHidden
                  label="Policies"
                  placeholder="Comma-separated names"
                  value={state.policies}
                  onChange={({ target }) => change({ policies: target.value })}
                />
              )}
            </Box>
          )}
        </Row>
        <Row gap={8} align="start">
          <Box grow shrinks>
            <TextField
              mono
              labelHidden
              label="Path"
              placeholder="Path, e.g. secret/data/payments/db"
              value={state.path}
              maxLength={4096}
              onChange={({ target }) => change({ path: target.value })}
            />
          </Box>
          <Button type="submit" variant={variant} icon={FlaskConical} disabled={!ready || testing.busy}>
            {testing.busy ? 'Testing…' : `Test path${uses}`}
          </Button>
        </Row>
      </Stack>
      <ErrorPanel error={testing.failure} title="Not tested" />
      {state.result !== undefined && (
        <TestResult
          result={state.result}
          edited={unsaved?.name}
          onOpenRule={onOpenRule}
          onAskServer={mayCreate && state.result.endpoint === undefined ? () => void askServer() : undefined}
          busy={testing.busy}
        />
      )}
    </Stack>
  );
}
