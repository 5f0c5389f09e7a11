/** The policies screen over a bridge that a test controls. The editor itself is tested in the real app. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { newSession, showScreen, withRoom } from '../../fixtures/screen.fixture.tsx';
import { sampleToken } from '../../fixtures/session.fixture.ts';
import { offeredActions } from '../../workspace/action-registry.ts';
import { policyDrafts, policyDraftsIn, putPolicyDraft } from '../../workspace/policy-drafts.ts';
import '../../parts/refusal/explained.tsx';
import { PolicyScreen } from './policy-screen.tsx';

withRoom();

export const text = 'path "a" {\n  capabilities = ["read"]\n}\n';
export const changed = 'path "a" {\n  capabilities = ["read", "list"]\n}\n';

export function policy(name: string, of = text) {
  return { name, text: of, endpoint: `sys/policies/acl/${name}`, at: '2026-11-20T09:00:00Z', raw: '{}' };
}

export function show(answers: Answers = {}, name = '', numUses = 0) {
  const session = newSession({ token: { ...sampleToken, numUses } });
  const bridge = showScreen(session, <PolicyScreen session={session} name={name} />, {
    'policy.list': () => ['app', 'default', 'payments', 'root'],
    'policy.read': (input) => policy(input.name),
    'policy.write': () => ({ warnings: [] }),
    'policy.delete': () => ({ warnings: [] }),
    ...answers,
  });
  const draft = (key = 'app') => policyDraftsIn(policyDrafts.snapshot(), session.sessionId).drafts[key];
  return { bridge, session, draft, user: userEvent.setup() };
}

export const field = () => screen.getByRole('searchbox', { name: 'Filter, or open by name' });

/** Types into the text in front, as the editor reports it. */
export function type({ session, draft }: ReturnType<typeof show>, to: string, key = 'app'): void {
  const now = draft(key);
  if (now === undefined) throw new Error('Nothing is edited.');
  putPolicyDraft(session.sessionId, key, { ...now, text: to });
}

/** Opens the policy `app` and starts editing it. */
export async function edit(answers: Answers = {}) {
  const shown = show(answers, 'app');
  await shown.user.click(await screen.findByRole('button', { name: 'Edit' }));
  return shown;
}

export function run(id: string): void {
  const action = offeredActions().find((one) => one.id === id);
  if (action === undefined || action.disabled === true) throw new Error(`${id} is not offered.`);
  action.run();
}
