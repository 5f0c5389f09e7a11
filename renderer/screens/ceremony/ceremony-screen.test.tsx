import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnswerSummary } from '../../../shared/vault/answer.ts';
import type { CeremonyStatus, NodeSeal, PgpKeyFacts } from '../../../shared/vault/ceremony.ts';
import { ceremonyEveryMs } from '../../api/ceremonies.ts';
import { failing } from '../../fixtures/fake-bridge.fixture.ts';
import type { Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { newSession, showScreen } from '../../fixtures/screen.fixture.tsx';
import { sampleSeal } from '../../fixtures/session.fixture.ts';
import { CeremonyScreen } from './ceremony-screen.tsx';

const idle: CeremonyStatus = {
  ceremony: 'rekey',
  endpoint: 'sys/rekey/init',
  at: '2026-11-22T21:00:00Z',
  phase: 'idle',
  nonce: '',
  given: 0,
  needed: 3,
  pgpFingerprints: [],
  startedHere: false,
  hasPad: false,
  leader: { address: 'v-1:8200', since: '2026-11-22T20:00:00Z' },
};
const underWay: CeremonyStatus = {
  ...idle,
  phase: 'shares',
  nonce: 'nonce-one',
  given: 1,
  rekey: { shares: 3, threshold: 2, verifies: true, backup: false },
};

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const sealOf = (recoverySeal: boolean) => () => ({
  facts: { ...sampleSeal, recoverySeal },
  endpoint: 'sys/seal-status',
  by: '',
  at: '2026-11-22T21:00:00Z',
  raw: '{}',
});

function show(argument: string, answers: Answers = {}) {
  const session = newSession();
  const bridge = showScreen(session, <CeremonyScreen session={session} argument={argument} />, {
    'answer.list': () => [],
    'cluster.panel': sealOf(false),
    ...answers,
  });
  return { bridge, session, user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) };
}

const later = () => act(() => vi.advanceTimersByTimeAsync(ceremonyEveryMs + 50));

describe('a rekey', () => {
  it('is begun with the numbers and the verification that a person chose', async () => {
    let status = idle;
    const { bridge, user } = show('rekey', {
      'ceremony.status': () => status,
      'ceremony.begin': () => ({
        status: (status = { ...underWay, given: 0, startedHere: true }),
        complete: false,
      }),
    });
    await user.clear(await screen.findByRole('textbox', { name: 'Key shares' }));
    await user.type(screen.getByRole('textbox', { name: 'Key shares' }), '2');
    expect(screen.getByRole('alert').textContent).toContain('cannot be larger');
    await user.clear(screen.getByRole('textbox', { name: 'Threshold' }));
    await user.type(screen.getByRole('textbox', { name: 'Threshold' }), '2');
    await user.click(screen.getByRole('button', { name: 'Begin rekey…' }));
    expect(await screen.findByText('0 of 3 entered')).toBeDefined();
    expect(bridge.inputsOf('ceremony.begin')).toMatchObject([
      { options: { ceremony: 'rekey', shares: 2, threshold: 2, pgpKeys: [], verify: true, backup: false } },
    ]);
    // The user's own steps need no notice.
    expect(screen.queryByText(/Another participant/)).toBeNull();
  });

  it('says what others do: a share more, another one begun, cancelled', async () => {
    let status = underWay;
    show('rekey', { 'ceremony.status': () => status });
    expect(await screen.findByText('1 of 3 entered')).toBeDefined();
    expect(screen.getByText('nonce-one')).toBeDefined();
    status = { ...underWay, given: 2 };
    await later();
    expect(await screen.findByText('2 of 3 entered')).toBeDefined();
    status = { ...underWay, nonce: 'nonce-two', given: 0 };
    await later();
    expect(await screen.findByText(/cancelled it and began another one/)).toBeDefined();
    status = idle;
    await later();
    expect(await screen.findByText(/cancelled it\. The entered shares no longer/)).toBeDefined();
    status = underWay;
    await later();
    expect(
      await screen.findByText(/count until the ceremony is cancelled or v-1:8200 no longer leads/),
    ).toBeDefined();
    status = { ...idle, leader: { address: 'v-2:8200', since: '' } };
    await later();
    expect(
      await screen.findByText(/^The leader changed from v-1:8200 to v-2:8200.*forgotten this rekey/),
    ).toBeDefined();
  });

  it('sends the nonce that is on screen, and says why a share was refused', async () => {
    const { bridge, user } = show('rekey', {
      'ceremony.status': () => underWay,
      'ceremony.giveShare': failing({
        kind: 'invalid-request',
        message: 'The shares do not fit together.',
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Enter key share…' }));
    expect(await screen.findByText('The shares do not fit together.')).toBeDefined();
    expect(bridge.inputsOf('ceremony.giveShare')).toMatchObject([{ ceremony: 'rekey', nonce: 'nonce-one' }]);
  });

  it.each([
    ['Save new shares', 'Show and save…', 0],
    ['Verify new shares', 'Enter new key share…', 3],
  ])(
    'marks the one step that is to be done now, with the one blue button: %s',
    async (title, button, saved) => {
      const session = newSession();
      const { sessionId } = session;
      showScreen(session, <CeremonyScreen session={session} argument="rekey" />, {
        'cluster.panel': sealOf(false),
        'ceremony.status': () => ({ ...underWay, phase: 'verification', nonce: 'v', given: 0, needed: 2 }),
        'answer.list': () => [
          {
            answerId: 'u',
            kind: 'unseal-keys',
            title: 'New unseal keys',
            path: 'sys/rekey/update',
            at: '',
            sessionId,
          },
        ],
        'ceremony.saved': () => ({ saved, total: 3, address: '' }),
      });
      await screen.findByRole('region', { name: 'New unseal keys' });
      const now = within(screen.getByRole('list', { name: 'Rekey' }))
        .getAllByRole('listitem')
        .filter((one) => one.getAttribute('aria-current') === 'step');
      expect(now.map((one) => one.querySelector('h3')?.textContent)).toEqual([title]);
      const blue = screen.getAllByRole('button').filter(({ className }) => /\bprimary\b/.test(className));
      expect(blue).toEqual([screen.getByRole('button', { name: button })]);
      expect(screen.getByRole('button', { name: 'Start verification over…' })).toBeDefined();
      // A server that holders unseal has no recovery keys.
      expect(screen.queryByRole('button', { name: 'Recovery keys' })).toBeNull();
    },
  );
});

describe('a result', () => {
  const result: AnswerSummary = {
    answerId: 'a',
    kind: 'unseal-keys',
    title: 'New unseal keys',
    path: 'sys/rekey/update',
    at: '2026-11-22T21:00:00Z',
  };

  it('is saved one at a time, and can be discarded only then', async () => {
    const saved = { saved: 0, total: 3, address: '' };
    const session = newSession();
    const bridge = showScreen(session, <CeremonyScreen session={session} argument="rekey" />, {
      'ceremony.status': () => idle,
      'answer.list': () => [{ ...result, sessionId: session.sessionId }],
      'ceremony.saved': () => ({ ...saved }),
      'ceremony.showResult': () => ({ ...saved, saved: (saved.saved += 2) > 3 ? 3 : saved.saved }),
    });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    const card = await screen.findByRole('region', { name: 'New unseal keys' });
    expect(within(card).queryByRole('button', { name: 'Discard' })).toBeNull();
    await user.click(within(card).getByRole('button', { name: 'Show and save…' }));
    expect(await within(card).findByText(/^2 of 3 saved/)).toBeDefined();
    await user.click(within(card).getByRole('button', { name: 'Show and save…' }));
    expect(await within(card).findByText('All 3 saved.')).toBeDefined();
    expect(within(card).getByRole('button', { name: 'Discard' })).toBeDefined();
    expect(bridge.inputsOf('ceremony.showResult')).toEqual([
      { answerId: 'a', again: false },
      { answerId: 'a', again: false },
    ]);
  });
});

describe('results of both rekeys', () => {
  it('stand on the tab of their keys only', async () => {
    const session = newSession();
    const at = { at: '2026-11-22T21:00:00Z', sessionId: session.sessionId };
    showScreen(session, <CeremonyScreen session={session} argument="rekey" />, {
      'cluster.panel': sealOf(true),
      'ceremony.status': () => idle,
      'answer.list': () => [
        { answerId: 'u', kind: 'unseal-keys', title: 'New unseal keys', path: 'sys/rekey/update', ...at },
        {
          answerId: 'b',
          kind: 'unseal-key-backup',
          title: 'Backup of encrypted key shares',
          ...at,
          path: 'sys/rekey/backup',
        },
        {
          answerId: 'r',
          kind: 'recovery-keys',
          title: 'New recovery keys',
          ...at,
          path: 'sys/rekey-recovery-key/update',
        },
      ],
      'ceremony.saved': () => ({ saved: 0, total: 1, address: '' }),
    });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await screen.findByRole('region', { name: 'New unseal keys' });
    expect(screen.getByRole('region', { name: 'Backup of encrypted key shares' })).toBeDefined();
    expect(screen.queryByRole('region', { name: 'New recovery keys' })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Recovery keys' }));
    await screen.findByRole('region', { name: 'New recovery keys' });
    expect(screen.queryByRole('region', { name: 'New unseal keys' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Backup of encrypted key shares' })).toBeNull();
  });
});

describe('a root generation', () => {
  it('shows the token that it brought, and leads to a session with it', async () => {
    const session = newSession();
    const bridge = showScreen(session, <CeremonyScreen session={session} argument="generate-root" />, {
      'ceremony.status': () => ({
        ...idle,
        ceremony: 'generate-root',
        endpoint: 'sys/generate-root/attempt',
      }),
      'answer.list': () => [
        {
          answerId: 'r',
          kind: 'root-token',
          title: 'Root token',
          path: 'sys/generate-root/update',
          at: '2026-11-22T21:00:00Z',
          sessionId: session.sessionId,
        },
      ],
      'ceremony.saved': () => ({ saved: 1, total: 1, address: '' }),
      'answer.adopt': () => session,
    });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await user.click(await screen.findByRole('button', { name: 'Log in with the root token' }));
    expect(bridge.inputsOf('answer.adopt')).toEqual([{ answerId: 'r', how: 'beside', name: session.name }]);
  });

  it('is not begun with a key that cannot be used', async () => {
    const { user, bridge } = show('generate-root', {
      'ceremony.status': () => ({ ...idle, ceremony: 'generate-root' }),
      'ceremony.readPgpKeys': ({ text }) => [
        { text, fingerprint: 'ab12', users: ['Past <past@example.com>'], problem: 'This key expired.' },
      ],
    });
    await user.click(await screen.findByRole('button', { name: /^Encrypt to a PGP key/ }));
    await user.type(screen.getByRole('textbox', { name: /^PGP public key/ }), 'key');
    await user.click(screen.getByRole('button', { name: 'Add pasted keys' }));
    expect(await screen.findAllByText('This key expired.')).not.toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Begin root generation…' }));
    expect(bridge.inputsOf('ceremony.begin')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Remove Past <past@example.com>' }));
    await user.click(screen.getByRole('button', { name: 'Begin root generation…' }));
    expect(bridge.inputsOf('ceremony.begin')).toMatchObject([{ options: { ceremony: 'generate-root' } }]);
  });
});

describe('a key that somebody has given', () => {
  it('is waited for: nothing begins without it', async () => {
    const read = Promise.withResolvers<readonly PgpKeyFacts[]>();
    const { user, bridge } = show('generate-root', {
      'ceremony.status': () => ({ ...idle, ceremony: 'generate-root' }),
      'ceremony.readPgpKeys': () => read.promise,
    });
    const begin = async () => user.click(screen.getByRole('button', { name: 'Begin root generation…' }));
    await user.click(await screen.findByRole('button', { name: /^Encrypt to a PGP key/ }));
    await user.type(screen.getByRole('textbox', { name: /^PGP public key/ }), 'key');
    expect(screen.getByText('Add the pasted PGP keys, or clear their field.')).toBeTruthy();
    await begin();
    await user.click(screen.getByRole('button', { name: 'Add pasted keys' }));
    expect(screen.getByText('The PGP keys are being read.')).toBeTruthy();
    await begin();
    expect(bridge.inputsOf('ceremony.begin')).toEqual([]);
    read.resolve([{ text: 'key', fingerprint: 'ab12', users: ['Alice <alice@example.com>'] }]);
    await screen.findByRole('button', { name: 'Remove Alice <alice@example.com>' });
    await begin();
    expect(bridge.inputsOf('ceremony.begin')).toMatchObject([
      { options: { ceremony: 'generate-root', pgpKey: 'key' } },
    ]);
  });
});

describe('the first run of an empty server', () => {
  it('refuses numbers that no server takes, and begins with those it takes', async () => {
    const { user, bridge } = show('init', {
      'ceremony.nodes': () => [
        {
          address: 'https://v-1:8200',
          confirmed: true,
          seal: { ...sampleSeal, initialized: false, sealed: true, threshold: 0, shares: 0 },
        },
      ],
      'ceremony.init': () => ({
        answerId: 'i',
        kind: 'initial-keys',
        title: 'Unseal keys and root token',
        path: 'sys/init',
        at: '',
      }),
    });
    const shares = await screen.findByRole('textbox', { name: 'Key shares' });
    await user.clear(shares);
    await user.type(shares, '256{Enter}');
    expect(screen.getByRole('alert').textContent).toContain('At most 255');
    await user.clear(shares);
    await user.type(shares, '3{Enter}');
    await screen.findByRole('button', { name: 'Initialise…' });
    expect(bridge.inputsOf('ceremony.init')).toMatchObject([
      { options: { shares: 3, threshold: 3, pgpKeys: [] } },
    ]);
  });
});

describe('the keys of a new server', () => {
  it.each([
    ['shamir', 'Without 3 of the 5 shares, all data is lost.'],
    // These decrypt nothing: the seal does.
    ['awskms', 'Without the root token and 3 of the 5 recovery keys, no one can log in.'],
  ])('are not said to be worth more than they are: %s', async (type, sentence) => {
    const seal = { ...sampleSeal, type, sealed: true, threshold: 3, shares: 5 };
    show('init', {
      'ceremony.nodes': () => [{ address: 'https://v-1:8200', confirmed: true, seal }],
      'answer.list': () => [
        { answerId: 'i', kind: 'initial-keys', title: 'Keys', path: 'sys/init', at: '2026-11-22T21:00:00Z' },
      ],
      'ceremony.saved': () => ({ saved: 0, total: 6, address: newSession().address }),
    });
    expect(await screen.findByText(sentence)).toBeTruthy();
  });
});

describe('rotating the root key', () => {
  it('leads to a rekey, and nowhere else, where the server does not offer it', async () => {
    const { user } = show('rotate-root', {
      'ceremony.rotateRoot': failing({ kind: 'not-offered', message: 'Not by itself.' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Rotate root key…' }));
    expect(await screen.findByRole('button', { name: 'Rekey the unseal keys' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Rotate root key…' })).toBeNull();
    expect(screen.queryByText(/Key shares stay valid/)).toBeNull();
  });
});

describe('unsealing', () => {
  const sealed: NodeSeal = {
    address: 'https://v-1:8200',
    confirmed: true,
    seal: { ...sampleSeal, sealed: true, progress: 1, nonce: 'n' },
  };

  it('gives one share to all confirmed nodes, and says what one of them refused', async () => {
    const nodes: NodeSeal[] = [sealed, { address: 'https://v-2:8200', confirmed: false }];
    const { user, bridge, session } = show('unseal', {
      'ceremony.nodes': () => [...nodes],
      'session.refresh': () => newSession(),
      'ceremony.confirmNode': () => (nodes[1] = { ...sealed, address: 'https://v-2:8200' }),
      'ceremony.unseal': () => [
        sealed,
        { ...sealed, address: 'https://v-2:8200', problem: { kind: 'invalid-request', message: 'No fit.' } },
      ],
    });
    await screen.findByText('https://v-1:8200');
    // The session learns that its server is sealed.
    expect(bridge.inputsOf('session.refresh')).toEqual([{ sessionId: session.sessionId }]);
    expect(screen.getByRole('button', { name: 'Enter unseal key…' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Confirm node…' }));
    await user.click(await screen.findByRole('button', { name: 'Enter unseal key for 2 nodes…' }));
    expect(await screen.findByText('No fit.')).toBeDefined();
    await user.type(screen.getByRole('textbox', { name: 'Add a node' }), 'https://v-3:8200/ui{Enter}');
    await later();
    expect(bridge.inputsOf('ceremony.nodes').at(-1)).toMatchObject({ more: ['https://v-3:8200'] });
  });

  it('offers an empty server its keys, and no other ceremony there', async () => {
    const empty: NodeSeal = { ...sealed, seal: { ...sampleSeal, initialized: false, sealed: true } };
    const { user } = show('unseal', { 'ceremony.nodes': () => [empty] });
    expect(await screen.findByRole('button', { name: 'Initialise…' })).toBeDefined();
    const chosen = screen.getByRole('group', { name: 'Ceremony' });
    expect(within(chosen).queryByRole('button', { name: 'Initialise' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Initialise…' }));
    cleanup();
    show('init', { 'ceremony.nodes': () => [empty] });
    expect(await screen.findByRole('list', { name: 'Initialise' })).toBeDefined();
    expect(screen.queryByRole('group', { name: 'Ceremony' })).toBeNull();
  });
});

describe('a PGP key that cannot be used', () => {
  it('says so once', async () => {
    const key = {
      text: 'x',
      fingerprint: 'ab12',
      users: ['Past <past@example.com>'],
      problem: 'This key expired.',
    };
    const { user } = show('generate-root', {
      'ceremony.status': () => ({ ...idle, ceremony: 'generate-root' }),
      'ceremony.readPgpKeys': () => [key],
    });
    await user.click(await screen.findByRole('button', { name: /^Encrypt to a PGP key/ }));
    await user.type(screen.getByRole('textbox', { name: /^PGP public key/ }), 'x');
    await user.click(screen.getByRole('button', { name: 'Add pasted keys' }));
    expect(await screen.findAllByText('This key expired.')).toHaveLength(1);
  });
});
