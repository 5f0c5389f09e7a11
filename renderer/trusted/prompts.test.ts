import { afterEach, describe, expect, it, vi } from 'vitest';
import type {
  DestinationFacts,
  TextChanges,
  TrustedAnswer,
  TrustedRequest,
} from '../../shared/ipc/trusted-contract.ts';
import { info, notice, risk } from '../../shared/ipc/prompt-notes.ts';
import { promptOf } from './prompts.ts';
import { withdrawnPrompt } from './withdrawn-prompt.ts';

const certificate = {
  subject: 'CN=vault.pay.example',
  issuer: 'CN=Payments CA',
  names: ['DNS:vault.pay.example'],
  validFrom: '2026-01-01T00:00:00Z',
  validTo: '2027-11-20T00:00:00Z',
  sha256: 'AB:CD',
};

const destination: DestinationFacts = {
  name: 'Payments',
  address: 'https://vault.pay.example:8200',
  namespace: '',
  trust: { name: 'Certificate', value: 'verified by CA file payments-ca.pem', prose: true },
  proxy: '',
  colour: 'red',
  certificate,
};

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

function show(request: TrustedRequest) {
  const answers: TrustedAnswer[] = [];
  const { element, shown } = promptOf(request, {
    answer: (answer) => void answers.push(answer),
    copy: () => Promise.resolve(true),
    print: () => Promise.resolve(true),
    drawMark: () => Promise.resolve({ phrase: 'drawn by the main process', picture: 'ffffffff' }),
  });
  document.body.append(element);
  shown();
  const press = (name: string): void => {
    const button = [...document.querySelectorAll('button')].find(
      (one) => (one.querySelector('span') ?? one).textContent === name,
    );
    button?.click();
  };
  return { answers, press, text: () => element.textContent };
}

describe('a credential that exists once', () => {
  const request: TrustedRequest = {
    kind: 'show-secret',
    title: 'Unseal key 1 of 3',
    note: 'For one person.',
    secret: 'c2hhcmU=',
    action: 'I have saved it',
    later: 'Later',
    printable: true,
  };

  it('is confirmed as saved, or left for later', () => {
    const saved = show(request);
    saved.press('I have saved it');
    expect(saved.answers).toEqual([{ kind: 'submit', text: '' }]);
    document.body.replaceChildren();
    const left = show(request);
    left.press('Later');
    expect(left.answers).toEqual([{ kind: 'cancel' }]);
  });

  it('is printed where paper is a place for it, and what came of that is said', async () => {
    const { press, text } = show(request);
    press('Print…');
    await expect.poll(text).toContain('Handed to the printer.');
    document.body.replaceChildren();
    const plain = show({ kind: 'show-secret', title: 'Token', note: '', secret: 's' });
    expect(plain.text()).not.toContain('Print');
    expect(plain.text()).not.toContain('Later');
  });
});

describe('a change of trust', () => {
  const request: TrustedRequest = {
    kind: 'confirm-trust',
    title: 'Trust Payments otherwise?',
    name: 'Payments',
    colour: 'red',
    changes: [
      { what: 'Address', before: 'https://old.example:8200', after: 'https://new.example:8200' },
      { what: 'CA file', before: '', after: 'ca.pem (SHA-256 AB:CD)' },
      { what: 'Proxy', before: 'http://proxy.example:3128', after: '' },
    ],
    notes: [notice('Closes the open session.')],
    action: 'Trust it',
    certificate,
  };

  it('says what was, what would be, what follows, and by which certificate', () => {
    const { text } = show(request);
    for (const words of [
      'Address' + 'before' + 'https://old.example:8200' + 'after' + 'https://new.example:8200',
      'CA file' + 'new' + 'ca.pem (SHA-256 AB:CD)',
      'Proxy' + 'before' + 'http://proxy.example:3128' + 'after' + 'none',
      'Closes the open session.',
      'CN=vault.pay.example',
      'AB:CD',
      '2027-11-20',
    ]) {
      expect(text()).toContain(words);
    }
  });

  it('says a line each where nothing was before', () => {
    const changes = [
      { what: 'Server', before: '', after: 'https://new.example:8200' },
      { what: 'Proxy', before: '', after: 'http://proxy.example:3128' },
    ];
    const { text } = show({ ...request, changes });
    expect(text()).toContain('Server' + 'https://new.example:8200' + 'Proxy' + 'http://proxy.example:3128');
    expect(document.querySelector('.changes')).toBeNull();
  });

  it('never breaks a line within a byte of a SHA-256, and names a server once', () => {
    const sha256 = Array.from({ length: 32 }, (_, at) => String(at + 10)).join(':');
    const changes = [
      { what: 'Server', before: '', after: 'https://new.example:8200' },
      { what: 'Own CA', before: '', after: `ca.pem (SHA-256 ${sha256})` },
    ];
    const { text } = show({
      ...request,
      name: 'new.example:8200',
      changes,
      certificate: { ...certificate, sha256 },
    });
    const bytes = [...document.querySelectorAll('.bytes')].map(({ textContent }) => textContent);
    expect(bytes).toHaveLength(8);
    expect(bytes[0]).toBe('10:11:12:13:14:15:16:17:');
    expect(text()).toContain(`ca.pem (SHA-256 ${sha256})`);
    expect(text()).not.toContain('Connection');
  });

  it('has the focus on no button, and answers once asked', () => {
    const { answers, press } = show(request);
    expect(document.activeElement).toBe(document.querySelector('form'));
    press('Trust it');
    expect(answers).toEqual([{ kind: 'submit', text: '' }]);
  });
});

describe('a request that sets fields', () => {
  const request: TrustedRequest = {
    kind: 'confirm',
    title: 'Send this request?',
    body: ['It changes who may log in.'],
    action: 'Send POST',
    destructive: true,
    fields: [
      {
        name: 'policies',
        lines: [
          { kind: 'removed', text: 'app' },
          { kind: 'added', text: 'rооt\u202e' },
        ],
      },
    ],
  };

  it('shows each line, what would not be seen by its number, and letters that look like others with theirs', () => {
    show(request);
    const lines = [...document.querySelectorAll('[aria-label="Fields"] :is(ins, del)')];
    expect(lines.map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
      ['DEL', '−app'],
      ['INS', '+rооt⟨U+202E⟩'],
    ]);
    const marks = [...document.querySelectorAll<HTMLElement>('.alike')];
    expect(marks.map(({ dataset }) => dataset['code'])).toEqual(['U+043E', 'U+043E']);
  });

  it('marks letters that look like others in every text', () => {
    show({
      ...request,
      title: 'Chаnge?',
      facts: [{ name: 'Nаme', value: 'аlice' }],
      body: ['“аlice” goes.'],
      fields: [],
      typedName: 'аlice',
      action: 'Chаnge',
    });
    expect(document.querySelectorAll('.alike').length).toBeGreaterThanOrEqual(6);
  });

  it.each([
    ['fields', request],
    ['a long fact', { ...request, facts: [{ name: 'Members', value: 'x'.repeat(400) }] }],
    ['a long name to type', { ...request, typedName: 'x'.repeat(200) }],
  ] as const)('waits until all was scrolled into view: %s', (_what, prompt) => {
    const below = (element: Element) => (element.className === 'end' ? 900 : 300);
    const places = vi.spyOn(Element.prototype, 'getBoundingClientRect');
    places.mockImplementation(function (this: Element) {
      return { bottom: below(this) } as DOMRect;
    });
    const { answers, press } = show(prompt);
    const input = document.querySelector('input');
    if (input !== null) {
      input.value = 'x'.repeat(200);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
    press('Send POST');
    expect(answers).toEqual([]);
    places.mockRestore();
    document.querySelector('.middle')?.dispatchEvent(new Event('scroll'));
    press('Send POST');
    expect(answers).toHaveLength(1);
  });

  it('has one part that scrolls, whatever is in it', () => {
    show({ ...request, facts: [{ name: 'Members', value: 'x'.repeat(400) }], typedName: 'x'.repeat(200) });
    expect([...document.querySelectorAll('[tabindex="0"]')]).toEqual([]);
    const middle = document.querySelector('.middle');
    for (const part of ['.facts', '.lines', 'input', '.end'])
      expect(middle?.contains(document.querySelector(part)), part).toBe(true);
  });

  it('folds nothing away @attack-4', () => {
    const members = Array.from(
      { length: 11 },
      (_, at) => `00000000-0000-0000-0000-0000000000${String(at + 10)}`,
    );
    show({ ...request, facts: [{ name: 'Members', value: members.join(', ') }] });
    expect(document.querySelector('details')).toBeNull();
    for (const member of members) expect(document.querySelector('dd')?.textContent).toContain(member);
  });
});

describe('a change of a text', () => {
  const changes: TextChanges = {
    lines: [
      { kind: 'removed', text: '\tcapabilities = ["read"]' },
      { kind: 'added', text: '  capabilities = ["sudo"]\u202e' },
    ],
    added: 1,
    removed: 1,
  };
  const request: TrustedRequest = {
    kind: 'confirm',
    title: 'Change this policy?',
    body: ['What its holders may do changes at once.'],
    changes,
    action: 'Save policy',
    destructive: true,
  };

  it('shows the lines that go and come, and what would not be seen by its number', () => {
    show(request);
    const box = document.querySelector('.lines');
    expect([...(box?.children ?? [])].map((line) => [line.tagName, line.textContent])).toEqual([
      ['DEL', '−  capabilities = ["read"]'],
      ['INS', '+  capabilities = ["sudo"]⟨U+202E⟩'],
    ]);
  });
});

it('names a connection that is called by its host once, by its address', () => {
  const unnamed = { ...destination, name: 'vault.pay.example:8200' };
  expect(show({ kind: 'enter-token', destination: unnamed }).text()).not.toContain('Connection');
  document.body.replaceChildren();
  expect(show({ kind: 'enter-token', destination }).text()).toContain('ConnectionPayments');
});

describe('a destination that is not as it was', () => {
  const notes = [notice('The certificate changed since your last login.')];

  it('says so above the field of the token, the worst first', () => {
    const shown = [info('First connection.'), ...notes, risk('Not verified.')];
    show({ kind: 'enter-token', destination: { ...destination, notes: shown } });
    const lines = [...document.querySelectorAll('.notice')];
    expect(lines.map(({ className, textContent }) => [className, textContent])).toEqual([
      ['notice risk', 'Not verified.'],
      ['notice notice', 'The certificate changed since your last login.'],
      ['notice info', 'First connection.'],
    ]);
    const warning = lines.at(-1);
    const field = document.querySelector('input');
    const order = field === null ? 0 : warning?.compareDocumentPosition(field);
    expect(order).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('does not send a token that is offered by a stray Enter', () => {
    const tokenFrom = '~/.vault-token';
    for (const facts of [destination, { ...destination, notes }]) {
      show({ kind: 'confirm-token', destination: facts, tokenFrom });
      expect(document.activeElement).toBe(document.querySelector('form'));
      document.body.replaceChildren();
    }
  });

  it('sends a wrapping token to be checked by Enter where main says so, and nothing is odd there', () => {
    const request = { kind: 'confirm-token', destination, tokenFrom: 'the clipboard' } as const;
    show({ ...request, enterAgrees: true });
    expect(document.activeElement?.textContent).toBe('Send this token');
    document.body.replaceChildren();
    show({ ...request, destination: { ...destination, notes }, enterAgrees: true });
    expect(document.activeElement).toBe(document.querySelector('form'));
  });

  it('is not said of one that is', () => {
    const { text } = show({ kind: 'enter-token', destination });
    expect(document.querySelector('.notice')).toBeNull();
    expect(text()).toContain('CN=Payments CA');
  });
});

describe('a name that must be typed', () => {
  const request: TrustedRequest = {
    kind: 'confirm',
    title: 'Destroy?',
    body: ['Two versions.'],
    action: 'Destroy',
    destructive: true,
    typedName: 'secret/api',
  };
  const type = (text: string): void => {
    const input = document.querySelector('input');
    if (input === null) throw new Error('there is no field');
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };

  it('lets nothing happen before it is', () => {
    const { answers, press, text } = show(request);
    press('Destroy');
    document.querySelector('form')?.requestSubmit();
    type('secret/apis');
    expect(text()).toContain('This is not the name.');
    press('Destroy');
    document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
    expect(answers).toEqual([]);
    type('secret/api');
    expect(text()).toContain('This is the name.');
    press('Destroy');
    expect(answers).toEqual([{ kind: 'submit', text: 'secret/api' }]);
  });
});

describe('a question with two answers', () => {
  const request: TrustedRequest = {
    kind: 'confirm',
    title: 'Log out?',
    body: [],
    action: 'Log out',
    destructive: false,
    choices: [
      {
        value: 'forget',
        label: 'Forget locally',
        hint: 'Valid for 41m.',
        action: 'Log out',
        destructive: false,
      },
      {
        value: 'revoke',
        label: 'Revoke on server',
        hint: 'Ends now.',
        requests: ['POST /v1/auth/token/revoke-self'],
        action: 'Revoke and log out',
        destructive: true,
      },
    ],
  };
  const radios = () => [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')];

  it('begins with the first, and has the focus on no button', () => {
    const { answers, press } = show(request);
    expect(radios().map(({ checked }) => checked)).toEqual([true, false]);
    expect(document.activeElement).toBe(document.querySelector('form'));
    press('Log out');
    expect(answers).toEqual([{ kind: 'submit', text: 'forget' }]);
  });

  it('has the request of an answer on a line of its own, in one piece', () => {
    show(request);
    const requests = [...document.querySelectorAll('.meaning code')];
    expect(requests.map(({ textContent }) => textContent)).toEqual(['POST /v1/auth/token/revoke-self']);
    expect(document.getElementById('choice-1-hint')?.firstChild?.textContent).toBe('Ends now.');
  });

  it('says on the button what the chosen one does', () => {
    const { answers, press } = show(request);
    radios()[1]?.click();
    expect(document.querySelector('button[type=submit]')?.className).toBe('destroy');
    press('Log out');
    expect(answers).toEqual([]);
    press('Revoke and log out');
    expect(answers).toEqual([{ kind: 'submit', text: 'revoke' }]);
  });
});

it('has the choices of a question before its long lists, so that they are in sight', () => {
  const choice = { label: 'Once', hint: '', action: 'Give', destructive: false };
  const { text } = show({
    kind: 'confirm',
    title: 'Give 1 key to a program?',
    body: [],
    action: 'Give',
    destructive: false,
    fields: [{ name: 'Keys (4)', lines: [{ kind: 'sent', text: 'A=a' }] }],
    details: [{ name: 'Started by', lines: [{ kind: 'sent', text: '/usr/bin/make (42)' }] }],
    choices: [{ ...choice, value: 'once' }],
  });
  expect(text()).toMatch(/Once.*Keys.*Started by/);
});

describe('Ctrl+Enter', () => {
  const revoke: TrustedRequest = {
    kind: 'confirm',
    title: 'Revoke this token?',
    body: ['The token of “alice”.'],
    action: 'Revoke',
    destructive: true,
  };

  function key(name: string, more: KeyboardEventInit = {}, on = document.activeElement): boolean {
    const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more });
    on?.dispatchEvent(event);
    return event.defaultPrevented;
  }

  it('revokes from anywhere, and is said on the button; Enter and a key that is held do not', () => {
    const { answers } = show(revoke);
    const [cancel, action] = [...document.querySelectorAll('footer button')];
    expect(action?.getAttribute('aria-keyshortcuts')).toBe('Control+Enter');
    expect(action?.textContent).toBe('RevokeCtrl ↵');
    key('Enter');
    key('Enter', { ctrlKey: true, repeat: true });
    key('Enter', { shiftKey: true });
    expect(answers).toEqual([]);
    key('Enter', { ctrlKey: true });
    expect(answers).toEqual([{ kind: 'submit', text: '' }]);
    // Also from “Cancel”, without pressing it.
    expect(key('Enter', { ctrlKey: true }, cancel)).toBe(true);
    expect(answers).toHaveLength(2);
  });

  it('waits for the name that must be typed', () => {
    const { answers } = show({ ...revoke, typedName: 'payments/db' });
    key('Enter', { ctrlKey: true });
    expect(answers).toEqual([]);
    const field = document.querySelector('input');
    if (field !== null) field.value = 'payments/db';
    field?.dispatchEvent(new Event('input'));
    key('Enter', { ctrlKey: true });
    expect(answers).toEqual([{ kind: 'submit', text: 'payments/db' }]);
  });

  it('agrees to nothing that destroys nothing, unless main offers it', () => {
    const { answers } = show({ ...revoke, destructive: false });
    key('Enter', { ctrlKey: true });
    expect([answers, document.querySelector('kbd')]).toEqual([[], null]);
    document.body.replaceChildren();
    const changing = show({ ...revoke, destructive: false, chord: true });
    expect(document.querySelector('button[type=submit]')?.className).toBe('primary');
    key('Enter', { ctrlKey: true });
    expect(changing.answers).toEqual([{ kind: 'submit', text: '' }]);
  });
});

describe('a form', () => {
  const request: TrustedRequest = {
    kind: 'enter-fields',
    title: 'Log in to Payments',
    intro: ['User name and password, at userpass/.'],
    destination,
    fields: [
      { name: 'username', label: 'User name', secret: false, value: 'ops' },
      { name: 'password', label: 'Password', secret: true },
      { name: 'totp', label: 'Passcode', secret: true, optional: true, form: 'digits', hint: 'Six digits.' },
      { name: 'jwt', label: 'JWT', secret: true, optional: true, multiline: true, form: 'token' },
    ],
    action: 'Log in',
  };
  const field = (label: string): HTMLInputElement | HTMLTextAreaElement => {
    const found = [...document.querySelectorAll('label')].find(
      ({ firstChild }) => firstChild?.textContent === label,
    );
    const control = document.getElementById(found?.htmlFor ?? '');
    if (!(control instanceof HTMLInputElement) && !(control instanceof HTMLTextAreaElement))
      throw new Error(`there is no field ${label}`);
    return control;
  };
  const type = (label: string, text: string): void => {
    field(label).value = text;
    field(label).dispatchEvent(new Event('input', { bubbles: true }));
  };

  it('says where it goes, and starts in the first field that is empty', () => {
    const { text } = show(request);
    expect(text()).toContain('User name and password, at userpass/.');
    expect(text()).toContain('https://vault.pay.example:8200');
    expect(document.activeElement).toBe(field('Password'));
    expect(field('User name').value).toBe('ops');
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('masks each credential, and shows the one that is asked for', () => {
    show(request);
    expect([field('User name'), field('Password')].map(({ type: kind }) => kind)).toEqual([
      'text',
      'password',
    ]);
    expect(field('JWT').type).toBe('password');
    const show2 = [...document.querySelectorAll('button')].filter(({ ariaLabel }) =>
      ariaLabel?.startsWith('Show'),
    );
    expect(show2.map(({ ariaLabel }) => ariaLabel)).toEqual([
      'Show the password',
      'Show the passcode',
      'Show the JWT',
    ]);
    show2[0]?.click();
    show2[2]?.click();
    expect(field('Password').type).toBe('text');
    expect(field('Passcode').type).toBe('password');
    expect(field('JWT').tagName).toBe('TEXTAREA');
  });

  it('keeps the lines of a text through hiding and showing it', () => {
    const key = { name: 'key', label: 'Private key', secret: true, multiline: true } as const;
    const { answers, press } = show({ ...request, fields: [key] });
    const toggle = (): void =>
      document.querySelector<HTMLElement>('[aria-label="Show the private key"]')?.click();
    toggle();
    type('Private key', 'BEGIN\n x\nEND');
    toggle();
    expect(field('Private key').type).toBe('password');
    expect(field('Private key').value).not.toContain('\n');
    toggle();
    expect(field('Private key').value).toBe('BEGIN\n x\nEND');
    toggle();
    press('Log in');
    expect(answers).toEqual([{ kind: 'fields', values: { key: 'BEGIN\n x\nEND' } }]);
  });

  it('answers every field by its name, cleaned', () => {
    const { answers, press } = show(request);
    type('Password', ' p w ');
    type('Passcode', '123 456');
    type('JWT', 'a.b.c\n');
    press('Log in');
    expect(answers).toEqual([
      { kind: 'fields', values: { username: 'ops', password: ' p w ', totp: '123456', jwt: 'a.b.c' } },
    ]);
  });

  it('sends nothing while one is missing or wrong, says which, and goes there', () => {
    const { answers, press, text } = show(request);
    type('User name', '');
    type('Passcode', '12x');
    field('JWT').focus();
    press('Log in');
    expect(answers).toEqual([]);
    expect(document.activeElement).toBe(field('User name'));
    expect(text()).toContain('Type or paste the user name first.');
    expect(text()).toContain('Type or paste the password first.');
    expect(text()).toContain('This takes digits only.');
    expect(field('Password').getAttribute('aria-invalid')).toBe('true');
    type('Password', 'x');
    expect(field('Password').getAttribute('aria-invalid')).toBe('false');
  });

  it('says why the last try failed', () => {
    show({ ...request, problem: 'The server does not know this user, or the password is wrong.' });
    expect(document.querySelector('.notice[role=alert]')?.textContent).toContain('the password is wrong');
  });

  it('takes Enter in several lines for the action only where they are one token', () => {
    const enter = (label: string, more: KeyboardEventInit = {}): void => {
      field(label).dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...more }),
      );
    };
    const key = { name: 'key', label: 'Private key', secret: true, multiline: true } as const;
    const token = { name: 'jwt', label: 'JWT', secret: true, multiline: true, form: 'token' } as const;
    const { answers } = show({ ...request, fields: [key, token] });
    for (const button of document.querySelectorAll<HTMLElement>('[aria-label^="Show"]')) button.click();
    type('Private key', 'a\nb');
    type('JWT', 'a.b');
    enter('Private key');
    expect(answers).toEqual([]);
    enter('JWT');
    expect(answers).toEqual([{ kind: 'fields', values: { key: 'a\nb', jwt: 'a.b' } }]);
    enter('Private key', { ctrlKey: true });
    expect(answers).toHaveLength(2);
  });

  it('goes on to what must be filled rather than to what may be', () => {
    show({ ...request, fields: [...request.fields].reverse() });
    expect(document.activeElement).toBe(field('Password'));
  });

  it('has the focus on no button where there is nothing to fill', () => {
    show({ ...request, fields: [] });
    expect(document.activeElement).toBe(document.querySelector('form'));
  });
});

describe('waiting for something else', () => {
  const request: TrustedRequest = {
    kind: 'wait',
    title: 'Confirm on your phone',
    lines: ['Choose this number in Okta Verify:'],
    code: '42',
  };

  it('shows what to read, and offers nothing but to leave', () => {
    const { answers, press } = show(request);
    expect(document.querySelector('[role=status]')?.textContent).toBe('Choose this number in Okta Verify:42');
    expect([...document.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual([
      'Cancel',
    ]);
    expect(document.activeElement).toBe(document.querySelector('form'));
    document.querySelector('form')?.requestSubmit();
    expect(answers).toEqual([]);
    press('Cancel');
    expect(answers).toEqual([{ kind: 'cancel' }]);
  });

  it('takes what is pasted instead, once there is something', () => {
    const { answers, press, text } = show({
      ...request,
      field: { name: 'url', label: 'Callback URL', secret: true, form: 'token' },
      action: 'Use this',
      problem: 'This is another login’s.',
    });
    expect(text()).toContain('This is another login’s.');
    press('Use this');
    expect(answers).toEqual([]);
    expect(text()).toContain('Type or paste the callback URL first.');
    const input = document.querySelector('input');
    if (input !== null) input.value = ' http://localhost:8250/oidc/callback?code=x&state=y\n';
    press('Use this');
    expect(answers).toEqual([{ kind: 'submit', text: 'http://localhost:8250/oidc/callback?code=x&state=y' }]);
  });
});

describe('text that somebody else has chosen', () => {
  const confirm: TrustedRequest = {
    kind: 'confirm',
    title: `Send DELETE secret/${'x'.repeat(4_000)}?`,
    facts: [
      { name: 'Path', value: `secret/\u202e${'x'.repeat(4_000)}/end` },
      { name: 'Connection', value: 'Payments' },
    ],
    body: [`“${'y'.repeat(4_000)}” is deleted.`],
    action: 'Send',
    destructive: true,
  };

  it('stands above the text, all of it, with what hides in it made visible', () => {
    show(confirm);
    const [title, path] = ['h1', 'dd'].map((what) => document.querySelector(what));
    expect(title?.textContent.length).toBeLessThan(100);
    expect(path?.querySelector('.whole')?.textContent).toMatch(/^secret\/⟨U\+202E⟩x{4000}\/end$/);
    expect(document.querySelector('p .whole')?.textContent).toMatch(/^“y{4000}” is deleted\.$/);
    const [facts, content] = ['#facts', '#content'].map((what) => document.querySelector(what));
    const order = content === null || content === undefined ? 0 : facts?.compareDocumentPosition(content);
    expect(order).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('is read to its end before the action can be pressed', () => {
    let bottom = 900;
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const height = this.className === 'end' ? bottom : 300;
      return { bottom: height } as DOMRect;
    });
    const { answers, press, text } = show({ ...confirm, body: ['one', 'two'] });
    const scroll = (to: number): void => {
      bottom = to;
      document.querySelector('.middle')?.dispatchEvent(new Event('scroll'));
    };
    press('Send');
    document.querySelector('form')?.requestSubmit();
    expect(answers).toEqual([]);
    expect(text()).toContain('Scroll to the end to go on');
    scroll(300);
    expect(text()).not.toContain('Scroll to the end to go on');
    scroll(900);
    press('Send');
    expect(answers).toEqual([{ kind: 'submit', text: '' }]);
  });

  it('is read to its end also where the prompt scrolls as a whole', () => {
    let bottom = 900;
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return { bottom: this instanceof HTMLFormElement ? 300 : bottom } as DOMRect;
    });
    const { text } = show({ ...confirm, body: ['one', 'two'] });
    expect(text()).toContain('Scroll to the end to go on');
    bottom = 300;
    document.querySelector('form')?.dispatchEvent(new Event('scroll'));
    expect(text()).not.toContain('Scroll to the end to go on');
  });
});

describe('choosing a phrase', () => {
  it('takes what is typed, or what main has drawn', async () => {
    const { answers, press, text } = show({
      kind: 'choose-mark',
      mark: { phrase: 'four words of mine', picture: '00112233' },
    });
    const input = document.querySelector('input');
    expect(input?.value).toBe('four words of mine');
    if (input !== null) input.value = 'short';
    press('Save');
    expect(answers).toEqual([]);
    expect(text()).toContain('6 to 60 characters');
    press('Draw another');
    await expect.poll(() => input?.value).toBe('drawn by the main process');
    press('Save');
    expect(answers).toEqual([
      { kind: 'fields', values: { phrase: 'drawn by the main process', picture: 'ffffffff' } },
    ]);
  });
});

it('says that a request was withdrawn, and leaves nothing to type in', () => {
  const answers: TrustedAnswer[] = [];
  const { element, shown } = withdrawnPrompt('Log in', (answer) => void answers.push(answer));
  document.body.append(element);
  shown();
  expect(element.textContent).toContain('“Log in” is no longer asked for.');
  expect(element.querySelector('input, textarea')).toBeNull();
  const buttons = [...element.querySelectorAll('button')];
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Close']);
  buttons[0]?.click();
  expect(answers).toEqual([{ kind: 'cancel' }]);
});
