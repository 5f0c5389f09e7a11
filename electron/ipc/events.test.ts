import type { WebContents } from 'electron';
import { expect, it } from 'vitest';
import { createKnownCredentials } from '../core/credentials/known-credentials.ts';
import { makeOutgoing } from '../core/gates/outgoing.ts';
import { makeEmit } from './events.ts';

it('sends no event that holds a credential, as an object or as JSON', () => {
  const token = 'hvs.CAESIJ-canary_0123456789';
  const known = createKnownCredentials();
  known.keep([token]);
  const sent: unknown[] = [];
  const contents = {
    isDestroyed: () => false,
    getURL: () => 'app://strongroom/index.html',
    send: (channel: string, payload: unknown) => void sent.push([channel, payload]),
  } as unknown as WebContents;
  const emit = makeEmit(() => contents, 'strongroom', makeOutgoing(known));
  emit('session.closed', { sessionId: token });
  emit('token.accessorsFound', { jobId: token, rows: [], done: 0, total: 0 });
  expect(sent).toHaveLength(2);
  expect(JSON.stringify(sent)).not.toContain(token);
  expect(JSON.stringify(sent)).toContain('[redacted]');
});
