import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { failing, installFakeBridge, type Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { sampleSession } from '../../fixtures/session.fixture.ts';
import { revealMs } from '../value/reveal.ts';
// Preloads lazy components: on a busy machine loading can exceed a test's timeout.
import './beside-dialog.tsx';
import { AnswerPanel, type AnswerPanelProps } from './answer-panel.tsx';
import { hidden, holder, sampleAnswer, sampleLogin, sampleWrap } from './answer.fixture.ts';

// The viewer itself is tested in the real app, because jsdom has no layout.
vi.mock('../../ui/code/code-editor.ts', () => ({
  JsonView: ({ text, label }: { text: string; label: string }) => <pre aria-label={label}>{text}</pre>,
}));

const copied = { clearsAt: '2099-01-01T00:00:30Z' };
let nextId = 0;

/** Gives each test its own id, because changes are remembered by id. */
function fresh(answer: AnswerView): AnswerView {
  return { ...answer, answerId: `answer-${String(++nextId)}` };
}

function show(answer: AnswerView, answers: Answers = {}, rest: Omit<AnswerPanelProps, 'answer'> = {}) {
  const bridge = installFakeBridge({
    'session.list': () => [sampleSession()],
    'clipboard.state': () => copied,
    'answer.copy': () => copied,
    'secret.copy': () => copied,
    'secret.show': () => ({}),
    'answer.reveal': ({ pointer }) => ({ rawJson: JSON.stringify(`value of ${pointer}`) }),
    'answer.revealAll': () => ({
      values: [
        ['/data/password', '"pa55"'],
        ['/data/nested/deep', '"below"'],
      ],
    }),
    'answer.raw': ({ reveal }) => ({ text: reveal ? '{"password":"pa55"}' : '{"password":"••••"}' }),
    'answer.dismiss': () => ({}),
    ...answers,
  });
  const client = createQueryClient();
  const view = render(
    <QueryClientProvider client={client}>
      <AnswerPanel answer={answer} {...rest} />
    </QueryClientProvider>,
  );
  return { bridge, ...view };
}

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const row = (name: string) => {
  const found = screen.getByText(name).closest('[role=row]');
  if (!(found instanceof HTMLElement)) throw new Error(`There is no row ${name}.`);
  return found;
};

describe('values', () => {
  it('are hidden, and revealed one at a time', async () => {
    const user = userEvent.setup();
    show(fresh(sampleAnswer()));
    await user.click(screen.getByRole('button', { name: 'Reveal password' }));
    expect(await screen.findByText('value of /data/password')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Reveal deep' }));
    expect(await screen.findByText('value of /data/nested/deep')).toBeTruthy();
    expect(screen.queryByText('value of /data/password')).toBeNull();
  });

  it('hide themselves after a while and when the window loses the focus', async () => {
    show(fresh(sampleAnswer()));
    fireEvent.click(screen.getByRole('button', { name: 'Reveal password' }));
    await screen.findByText('value of /data/password');
    fireEvent(window, new Event('blur'));
    expect(screen.queryByText('value of /data/password')).toBeNull();
    vi.useFakeTimers();
    fireEvent.click(screen.getByRole('button', { name: 'Reveal password' }));
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.getByText('value of /data/password')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(revealMs));
    expect(screen.queryByText('value of /data/password')).toBeNull();
  });

  it('are all revealed by one press, credentials not, and hidden by another', async () => {
    const user = userEvent.setup();
    const { bridge } = show(fresh(sampleAnswer()));
    await user.click(screen.getByRole('button', { name: 'Reveal all' }));
    expect(await within(row('password')).findByText('pa55')).toBeTruthy();
    expect(within(row('deep')).getByText('below')).toBeTruthy();
    expect(within(row('secret_id')).getByText(/secret-id, 95 characters/)).toBeTruthy();
    expect(screen.getByText('Credentials open in the secure prompt.')).toBeTruthy();
    expect(bridge.inputsOf('answer.revealAll')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Hide all' }));
    expect(screen.queryByText('pa55')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Reveal all' }));
    await within(row('password')).findByText('pa55');
    fireEvent(window, new Event('blur'));
    expect(screen.queryByText('below')).toBeNull();
  });

  it('that are alone have one button', () => {
    show(fresh({ ...sampleAnswer(), rows: [hidden('/data/password')] }));
    expect(screen.queryByRole('button', { name: 'Reveal all' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Reveal password' })).toBeTruthy();
  });

  it('that main leaves out of all, as too long, are counted: they stay hidden', async () => {
    const user = userEvent.setup();
    show(fresh(sampleAnswer()), { 'answer.revealAll': () => ({ values: [['/data/password', '"pa55"']] }) });
    await user.click(screen.getByRole('button', { name: 'Reveal all' }));
    expect(await within(row('password')).findByText('pa55')).toBeTruthy();
    expect(screen.getByText('1 value too long to reveal with the rest. Reveal one by one.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Hide all' }));
    expect(screen.queryByText(/too long to reveal/)).toBeNull();
  });

  it('that are a text in base64 are shown and copied as text, and as base64 when wanted', async () => {
    const user = userEvent.setup();
    const plaintext = { ...hidden('/data/plaintext'), base64: true };
    const { bridge } = show(fresh(sampleAnswer({ rows: [holder('/data', 1), plaintext] })), {
      'answer.reveal': () => ({ rawJson: '"aGVsbG8="' }),
    });
    await user.click(screen.getByRole('button', { name: 'Copy plaintext' }));
    await user.click(screen.getByRole('button', { name: 'Reveal plaintext' }));
    expect(await screen.findByText('hello')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show plaintext as base64' }));
    expect(await screen.findByText('aGVsbG8=')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Copy plaintext' }));
    expect(bridge.inputsOf('answer.copy').map(({ decoded = false }) => decoded)).toEqual([true, false]);
  });

  it('are copied without being seen, and the line says so', async () => {
    const user = userEvent.setup();
    const { bridge } = show(fresh(sampleAnswer()));
    await user.click(screen.getByRole('button', { name: 'Copy password' }));
    expect(await screen.findByText(/without showing it/)).toBeTruthy();
    expect(bridge.inputsOf('answer.copy')).toMatchObject([{ pointer: '/data/password' }]);
    expect(bridge.inputsOf('answer.reveal')).toEqual([]);
  });

  it('are copied by a click on their dots, unseen', async () => {
    const user = userEvent.setup();
    const { bridge } = show(fresh(sampleAnswer()));
    await user.click(within(row('password')).getByRole('img', { name: 'hidden' }));
    expect(await screen.findByText(/without showing it/)).toBeTruthy();
    expect(bridge.inputsOf('answer.copy')).toMatchObject([{ pointer: '/data/password' }]);
    expect(bridge.inputsOf('answer.reveal')).toEqual([]);
  });

  it('say why they could not be revealed', async () => {
    const user = userEvent.setup();
    show(fresh(sampleAnswer()), {
      'answer.reveal': failing({ kind: 'invalid-input', message: 'This response is gone.' }),
    });
    await user.click(screen.getByRole('button', { name: 'Reveal password' }));
    expect((await within(row('password')).findByRole('alert')).textContent).toContain('is gone');
  });

  it('can be walked, folded and revealed by keyboard', async () => {
    const user = userEvent.setup();
    show(fresh(sampleAnswer()));
    act(() => {
      row('password').focus();
    });
    await user.keyboard('{ArrowDown}');
    await waitFor(() => {
      expect(document.activeElement).toBe(row('nested'));
    });
    expect(row('nested').getAttribute('aria-expanded')).toBe('true');
    await user.keyboard('{ArrowLeft}');
    expect(row('nested').getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByText('deep')).toBeNull();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    await waitFor(() => {
      expect(document.activeElement).toBe(row('deep'));
    });
    await user.keyboard('{Enter}');
    expect(await screen.findByText('value of /data/nested/deep')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByText('value of /data/nested/deep')).toBeNull();
  });

  it('of thousands of lines leave most out of the page', () => {
    const many = Array.from({ length: 5000 }, (_, index) => hidden(`/data/key${String(index)}`));
    show(fresh(sampleAnswer({ rows: [holder('/data', 5000), ...many], rowsLeftOut: 7 })));
    expect(screen.getByRole('treegrid', { name: 'Unwrapped' }).getAttribute('aria-rowcount')).toBe('5000');
    expect(screen.queryAllByRole('row').length).toBeLessThan(200);
    expect(screen.getByText(/7 more lines are not shown/)).toBeTruthy();
  });
});

describe('credentials', () => {
  it('are copied and shown, never revealed', async () => {
    const user = userEvent.setup();
    const { bridge } = show(fresh(sampleAnswer()));
    const line = row('secret_id');
    expect(within(line).queryByRole('button', { name: /Reveal/ })).toBeNull();
    await user.click(within(line).getByRole('button', { name: /^Copy/ }));
    await user.click(within(line).getByRole('button', { name: /^Show/ }));
    expect(bridge.inputsOf('secret.copy')).toEqual([{ secretRef: 'ref-secret-id' }]);
    expect(bridge.inputsOf('secret.show')).toEqual([{ secretRef: 'ref-secret-id' }]);
  });
});

describe('the raw response', () => {
  it('is masked until asked for', async () => {
    const user = userEvent.setup();
    show(fresh(sampleAnswer()));
    await user.click(screen.getByRole('button', { name: 'Details' }));
    await user.click(screen.getByRole('button', { name: 'JSON' }));
    expect(await screen.findByRole('region', { name: 'Raw JSON' })).toBeTruthy();
    expect(await screen.findByText('{"password":"••••"}')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Reveal all' }));
    expect(await screen.findByText('{"password":"pa55"}')).toBeTruthy();
  });

  it('is all there is of what is not JSON', async () => {
    show(fresh(sampleAnswer({ form: 'text', rows: [] })));
    expect(await screen.findByRole('region', { name: 'Raw text' })).toBeTruthy();
    expect(screen.getByText(/not JSON/)).toBeTruthy();
  });
});

describe('what the server says about it', () => {
  it('shows warnings, headers, a lease and an empty answer', async () => {
    const user = userEvent.setup();
    const { unmount } = show(fresh(sampleAnswer({ warnings: ['TTL was capped'] })));
    expect(screen.getByText('TTL was capped')).toBeTruthy();
    // Facts for an API client are folded.
    expect(screen.queryByText('200')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Details' }));
    expect(screen.getByText('200')).toBeTruthy();
    expect(screen.getByText('application/json')).toBeTruthy();
    unmount();
    show(fresh(sampleAnswer({ form: 'empty', status: 204, rows: [], headers: [] })));
    expect(screen.getByText(/has no body/)).toBeTruthy();
  });

  it('says that a wrapped 404 was one', () => {
    show(fresh(sampleAnswer({ status: 404 })));
    expect(
      screen.getByText(/Status 404 with content: nothing was at the path when it was wrapped/),
    ).toBeTruthy();
  });
});

describe('discarding', () => {
  it('leaves it to main to ask, and stays where the person declines', async () => {
    const user = userEvent.setup();
    const onDismissed = vi.fn();
    const { bridge } = show(
      fresh(sampleAnswer()),
      { 'answer.dismiss': failing({ kind: 'cancelled', message: 'Cancelled.' }) },
      { onDismissed },
    );
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.getByText('Unwrapped')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    bridge.answers['answer.dismiss'] = () => ({});
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => {
      expect(onDismissed).toHaveBeenCalledTimes(1);
    });
    expect(screen.queryByText('Unwrapped')).toBeNull();
  });

  it('takes what can be had again off the screen', async () => {
    const user = userEvent.setup();
    const { bridge } = show(fresh(sampleAnswer({ once: false })));
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => {
      expect(bridge.inputsOf('answer.dismiss')).toHaveLength(1);
    });
  });

  it('in one place is known in another', async () => {
    const user = userEvent.setup();
    const answer = fresh(sampleAnswer({ once: false }));
    const onDismissed = vi.fn();
    show(answer);
    render(
      <QueryClientProvider client={createQueryClient()}>
        <AnswerPanel answer={answer} onDismissed={onDismissed} />
      </QueryClientProvider>,
    );
    const [first] = screen.getAllByRole('button', { name: 'Discard' });
    if (first === undefined) throw new Error('There is no button.');
    await user.click(first);
    await waitFor(() => {
      expect(onDismissed).toHaveBeenCalled();
    });
    expect(screen.queryByText('Unwrapped')).toBeNull();
  });

  it('stays when it fails, and says why', async () => {
    const user = userEvent.setup();
    show(fresh(sampleAnswer({ once: false })), {
      'answer.dismiss': failing({ kind: 'locked', message: 'Strongroom is locked.' }),
    });
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Strongroom is locked.');
    expect(screen.getByText('Unwrapped')).toBeTruthy();
  });
});

describe('saving to a file', () => {
  it('says where to, and that nothing protects it', async () => {
    const user = userEvent.setup();
    show(fresh(sampleAnswer()), { 'answer.toFile': () => ({ fileName: 'answer.json' }) });
    await user.click(screen.getByRole('button', { name: 'Save…' }));
    expect(await screen.findByText(/Saved as answer.json/)).toBeTruthy();
  });

  it('is silent where the dialog is closed', async () => {
    const user = userEvent.setup();
    const { bridge } = show(fresh(sampleAnswer()), {
      'answer.toFile': failing({ kind: 'cancelled', message: 'Closed.' }),
    });
    await user.click(screen.getByRole('button', { name: 'Save…' }));
    await waitFor(() => {
      expect(bridge.inputsOf('answer.toFile')).toHaveLength(1);
    });
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a wrapping token', () => {
  it('is copied, and the receiver is told how to check it, without the token', async () => {
    const user = userEvent.setup();
    const { bridge } = show(fresh(sampleWrap()), { 'clipboard.copyText': () => ({}) });
    await user.click(screen.getByRole('button', { name: 'Copy wrapping token' }));
    expect(bridge.inputsOf('secret.copy')).toEqual([{ secretRef: 'ref-wrapping-token' }]);
    await user.click(screen.getByRole('button', { name: 'Copy message for recipient' }));
    const [note] = bridge.inputsOf('clipboard.copyText');
    expect(note?.text).toContain('sys/wrapping/wrap');
    expect(note?.text).toContain('2026-11-20 09:37:12 UTC');
    expect(note?.text).toContain('https://vault.pay.example:8200');
    expect(screen.getByText(/^[45] min left/)).toBeTruthy();
  });

  it('is revoked; main asks', async () => {
    const user = userEvent.setup();
    const { bridge } = show(fresh(sampleWrap()), {
      'wrapping.cancel': () => ({ warnings: ['No token found with this accessor'] }),
    });
    await user.click(screen.getByRole('button', { name: 'Revoke…' }));
    expect((await screen.findByText(/this token can no longer be unwrapped/)).textContent).toContain(
      'No token found',
    );
    expect(bridge.inputsOf('wrapping.cancel')).toEqual([{ sessionId: 'one', accessor: 'acc-1' }]);
    expect(screen.queryByRole('button', { name: 'Copy wrapping token' })).toBeNull();
  });

  it('that is rewrapped gives way to the new one, and main forgets the old', async () => {
    const user = userEvent.setup();
    const answer = fresh(sampleWrap());
    const next = fresh(sampleWrap({ title: 'Rewrapped' }));
    const { bridge } = show(answer, { 'wrapping.rewrap': () => next });
    await user.click(screen.getByRole('button', { name: 'Rewrap' }));
    expect(await screen.findByRole('heading', { name: 'Rewrapped' })).toBeTruthy();
    await waitFor(() => {
      expect(bridge.inputsOf('answer.dismiss')).toEqual([{ answerId: answer.answerId }]);
    });
  });

  it('without a login can only be copied', () => {
    const { sessionId: _none, ...answer } = fresh(sampleWrap());
    show(answer);
    expect(screen.getByRole('button', { name: 'Copy wrapping token' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Rewrap' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Revoke…' })).toBeNull();
  });
});

describe('a client token', () => {
  it('takes the place of its session’s own', async () => {
    const user = userEvent.setup();
    const answer = fresh(sampleLogin());
    const { bridge } = show(answer, { 'answer.adopt': () => sampleSession() });
    await user.click(await screen.findByRole('button', { name: 'Switch this session to it' }));
    expect(await screen.findByText('Payments production now uses this token.')).toBeTruthy();
    expect(bridge.inputsOf('answer.adopt')).toEqual([{ answerId: answer.answerId, how: 'replace' }]);
  });

  it('is opened beside, with a name and a colour', async () => {
    const user = userEvent.setup();
    const answer = fresh(sampleLogin());
    const onOpened = vi.fn();
    const { bridge } = show(
      answer,
      { 'answer.adopt': () => sampleSession({ sessionId: 'two', name: 'Ops' }) },
      { onOpened },
    );
    await user.click(await screen.findByRole('button', { name: 'Open as new session…' }));
    const name = await screen.findByRole('textbox', { name: 'Name' });
    expect(name).toHaveProperty('value', 'Payments production, userpass-ops');
    await user.clear(name);
    await user.type(name, 'Ops');
    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect(await screen.findByText('Opened as Ops.')).toBeTruthy();
    expect(bridge.inputsOf('answer.adopt')).toEqual([
      { answerId: answer.answerId, how: 'beside', name: 'Ops', colour: 'red' },
    ]);
    expect(onOpened).toHaveBeenCalledWith('two');
  });

  it('of no session can be opened as one, and replaces nothing', async () => {
    const { sessionId: _none, ...answer } = fresh(sampleLogin());
    show(answer);
    expect(await screen.findByRole('button', { name: 'Open as new session…' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Switch this session/ })).toBeNull();
  });

  it('says why it could not be used', async () => {
    const user = userEvent.setup();
    show(fresh(sampleLogin()), {
      'answer.adopt': failing({ kind: 'unauthenticated', message: 'The token is dead.' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Switch this session to it' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The token is dead.');
  });
});
