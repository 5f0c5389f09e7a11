/** Hostile strings in every text of every prompt: they stay text, and invisible characters are marked. */
import { afterEach, describe, expect, it } from 'vitest';
import { hostileTexts } from '../../e2e/attacks/hostile-texts.ts';
import type { TrustedAnswer, TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { isDisplayName, visible } from '../../shared/vault/display-name.ts';
import { info, notice, risk } from '../../shared/ipc/prompt-notes.ts';
import { environmentBand } from './environment-band.ts';
import { markBand } from './mark-band.ts';
import { promptOf } from './prompts.ts';
import { withdrawnPrompt } from './withdrawn-prompt.ts';

afterEach(() => {
  document.body.replaceChildren();
});

const certificate = (text: string) => ({
  subject: text,
  issuer: `${text} CA`,
  names: [text],
  validFrom: text,
  validTo: text,
  sha256: text,
});

const destination = (text: string) => ({
  name: text,
  address: text,
  namespace: text,
  trust: { name: text, value: text },
  proxy: text,
  colour: 'red',
  environment: text,
  certificate: certificate(text),
  notes: [risk(text), notice(text), info(text)],
});

/** One prompt of each kind, with the text in every possible place. */
const requests = (text: string): readonly TrustedRequest[] => [
  { kind: 'enter-token', destination: destination(text), problem: text },
  { kind: 'confirm-token', title: text, destination: destination(text), tokenFrom: text, problem: text },
  {
    kind: 'confirm',
    title: text,
    facts: [{ name: text, value: text }],
    notes: [risk(text)],
    body: [text],
    action: text,
    destructive: true,
    typedName: text,
    environment: { name: text, colour: 'red' },
    changes: { lines: [{ kind: 'added', text }], added: 1, removed: 0 },
  },
  {
    kind: 'confirm',
    title: text,
    body: [text],
    action: text,
    destructive: true,
    fields: [{ name: text, lines: [{ kind: 'added', text }] }],
  },
  {
    kind: 'confirm',
    title: text,
    body: [],
    action: text,
    destructive: false,
    choices: [
      { value: 'a', label: text, hint: text, action: text, destructive: false },
      { value: 'b', label: text, hint: text, action: text, destructive: true },
    ],
  },
  {
    kind: 'confirm-trust',
    title: text,
    name: text,
    colour: 'red',
    notes: [notice(text)],
    action: text,
    changes: [{ what: text, before: text, after: text }],
    certificate: certificate(text),
  },
  { kind: 'enter-passphrase', fileName: text, problem: text },
  {
    kind: 'enter-fields',
    title: text,
    intro: [text],
    action: text,
    problem: text,
    facts: [{ name: text, value: text }],
    fields: [
      { name: text, label: text, secret: true, placeholder: text, hint: text },
      { name: text, label: text, secret: false, placeholder: text, hint: text, multiline: true },
    ],
  },
  {
    kind: 'wait',
    title: text,
    lines: [text],
    code: text,
    action: text,
    problem: text,
    field: { name: text, label: text, secret: true, hint: text },
  },
  { kind: 'show-secret', title: text, note: text, secret: text, action: text, later: text, printable: true },
];

/** Joins texts up to a length that no prompt cuts. */
function groupsOf(texts: readonly string[]): readonly string[] {
  const groups = [''];
  for (const text of texts.map((one) => one.replaceAll('\r', '\u0001').trim())) {
    const last = `${groups.at(-1) ?? ''} ${text}`.trim();
    if (last.length > 80) groups.push(text);
    else groups[groups.length - 1] = last;
  }
  return groups;
}

function show(request: TrustedRequest): TrustedAnswer[] {
  const answers: TrustedAnswer[] = [];
  const { element, shown } = promptOf(request, {
    answer: (answer) => void answers.push(answer),
    copy: () => Promise.resolve(true),
    print: () => Promise.resolve(true),
    drawMark: () => Promise.resolve(null),
  });
  const band = environmentBand(request);
  document.body.replaceChildren(...(band === undefined ? [] : [band]), element);
  shown();
  return answers;
}

/** Finds texts and attributes with unmarked invisible characters. */
function hidden(): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (!isDisplayName((node.nodeValue ?? '').replaceAll('\n', '')))
      found.push(`${node.parentElement?.tagName ?? ''} ${JSON.stringify(node.nodeValue)}`);
  for (const element of document.body.querySelectorAll('*'))
    for (const { name, value } of element.attributes)
      if (!isDisplayName(value)) found.push(`${element.tagName} ${name}=${JSON.stringify(value)}`);
  return found;
}

describe('whatever a page, a file or a server has named', () => {
  it('is text with marks in every prompt @marked-text', () => {
    const wrong: string[] = [];
    for (const [index, text] of groupsOf(hostileTexts).entries()) {
      const others = [
        withdrawnPrompt(text, () => undefined).element,
        markBand({ phrase: text, picture: '0' }, true),
      ];
      // Each prompt has a third of the texts, and each text a third of the prompts.
      for (const request of requests(text).filter((_, at) => at % 3 === index % 3)) {
        show(request);
        document.body.append(...others);
        wrong.push(...hidden().map((found) => `${request.kind}: ${found}`));
        if (document.querySelector('[data-canary], script, iframe, img, a') !== null)
          wrong.push(`${request.kind}: ${JSON.stringify(text)} became an element`);
        if (!document.body.textContent.includes(visible(text)))
          wrong.push(`${request.kind}: ${JSON.stringify(text)} is not shown`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('is not taken for one with the letters of a mark in it', () => {
    const marksOf = (secret: string): number => {
      show({ kind: 'show-secret', title: 'Token', note: '', secret });
      return document.querySelectorAll('pre .unseen').length;
    };
    expect(marksOf('a\u202eb')).toBe(1);
    expect(marksOf('a⟨U+202E⟩b')).toBe(0);
  });
});

describe('a name that must be typed', () => {
  const question = (name: string): TrustedRequest => ({
    kind: 'confirm',
    title: 'Disable this secrets engine?',
    body: [],
    action: 'Disable',
    destructive: true,
    typedName: name,
    facts: [{ name: 'Path', value: name }],
  });
  const type = (text: string): void => {
    const input = document.querySelector('input');
    if (input === null) throw new Error('There is no field.');
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    document.querySelector('form')?.requestSubmit();
  };

  it.each([
    ['payments\u202e/', 'payments/', 'payments⟨U+202E⟩/', 'no keyboard has'],
    ['pay\u200bments/', 'payments/', 'pay⟨U+200B⟩ments/', 'no keyboard has'],
    ['\u2066stnemyap\u2069/', 'payments/', '⟨U+2066⟩stnemyap⟨U+2069⟩/', 'no keyboard has'],
    ['pаyments/', 'payments/', 'pаyments/', 'а is U+0430'],
    ['раyments/', 'payments/', 'раyments/', 'р is U+0440, а is U+0430'],
    ['a∕b/', 'a/b/', 'a∕b/', '∕ is U+2215'],
    ['ｓecret/', 'secret/', 'ｓecret/', 'ｓ is U+FF53'],
  ])('%j is not confirmed by %j, and says what it is @look-alike-names', (name, looksLike, shown, said) => {
    const answers = show(question(name));
    expect(document.querySelector('label')?.textContent).toBe(`Type ${shown} to confirm`);
    expect(document.querySelector('dd')?.textContent).toBe(shown);
    expect(document.body.textContent).toContain(said);
    type(looksLike);
    expect(answers).toEqual([]);
    expect(document.body.textContent).toContain('This is not the name.');
    // Typing the displayed form with its marks does not match either.
    if (shown !== name) {
      type(shown);
      expect(answers).toEqual([]);
    }
    type(name);
    expect(answers).toEqual([{ kind: 'submit', text: name }]);
  });

  it('says nothing of one that is what it looks like', () => {
    show(question('payments/db'));
    expect(document.querySelector('.notice')).toBeNull();
  });
});
