import { afterEach, describe, expect, it } from 'vitest';
import type { DestinationFacts, TrustedAnswer, TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { cardOf } from './cards.ts';

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
  origin: 'https://vault.pay.example:8200',
  namespace: '',
  trust: 'verified by CA file payments-ca.pem',
  skipVerify: false,
  proxy: '',
  colour: 'red',
  certificate,
};

afterEach(() => {
  document.body.replaceChildren();
});

function show(request: TrustedRequest) {
  const answers: TrustedAnswer[] = [];
  const { element, firstFocus } = cardOf(
    request,
    (answer) => answers.push(answer),
    () => Promise.resolve(),
  );
  document.body.append(element);
  firstFocus.focus();
  const press = (name: string): void => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
    button?.click();
  };
  return { answers, press, text: () => element.textContent };
}

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
    consequences: ['Its open session ends.'],
    action: 'Trust it',
    certificate,
  };

  it('says what was, what would be, what follows, and by which certificate', () => {
    const { text } = show(request);
    for (const words of [
      'Address' + 'before' + 'https://old.example:8200' + 'after' + 'https://new.example:8200',
      'CA file' + 'new' + 'ca.pem (SHA-256 AB:CD)',
      'Proxy' + 'before' + 'http://proxy.example:3128' + 'after' + 'none',
      'Its open session ends.',
      'CN=vault.pay.example',
      'AB:CD',
      '20 Nov 2027',
    ]) {
      expect(text()).toContain(words);
    }
  });

  it('has the focus on the way out, and answers once asked', () => {
    const { answers, press } = show(request);
    expect(document.activeElement?.textContent).toBe('Cancel');
    const warning = document.querySelector('.notice.warn');
    const rows = document.querySelector('.changes');
    expect(rows === null ? 0 : warning?.compareDocumentPosition(rows)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    press('Trust it');
    expect(answers).toEqual([{ kind: 'submit', text: '' }]);
  });
});

describe('a destination that is not as it was', () => {
  const warnings = ['The server shows another certificate than at your last login.'];

  it('says so above the field of the token', () => {
    show({ kind: 'enter-token', destination: { ...destination, warnings } });
    const warning = document.querySelector('.notice.warn');
    const field = document.querySelector('input');
    expect(warning?.textContent).toBe(warnings[0]);
    const order = field === null ? 0 : warning?.compareDocumentPosition(field);
    expect(order).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('does not send a token that is offered by a stray Enter', () => {
    const tokenFrom = '~/.vault-token';
    show({ kind: 'confirm-token', destination: { ...destination, warnings }, tokenFrom });
    expect(document.activeElement?.textContent).toBe('Cancel');
    document.body.replaceChildren();
    show({ kind: 'confirm-token', destination, tokenFrom });
    expect(document.activeElement?.textContent).toBe('Send this token');
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
