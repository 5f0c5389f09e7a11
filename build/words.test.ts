/**
 * The language of the app, on screen and in code: what was once said by riddles has a plain word now, and must not come
 * back. The list of what is on screen is `node build/texts.mjs`.
 */
import { describe, expect, test } from 'vitest';
import { namesOf, sources, textsOf, wordsOfName } from './testing/texts.mjs';

/** What is not said any more, and what is. */
const onScreen: readonly (readonly [was: RegExp, say: string])[] = [
  [/\b[Ll]ook again\b|\b[Ll]ook it up again\b|\b[Aa]sk again\b/, 'Refresh; after a failure: Retry'],
  [/looked at every|while this is open/, 'Updates every 5 s'],
  [
    /\bheld (answer|one)|kept until dismissed|\b[Dd]ismiss(ed|es|ing)?\b/,
    'one-time result; not saved yet; Discard',
  ],
  [/environment offers|^Use$/, 'Found in your shell; Fill in'],
  [
    /[Ll]og in beside|without adopting|[Oo]pen beside|^Use it in\b/,
    'Get another token; Open as new session; Switch this session to it',
  ],
  [/^I may\b|^no (read|list|update|create|delete)$/, 'Permissions; read ✓ update ✗'],
  [/[Oo]nly (asked by )?Strongroom’s core|protected view/, 'Secure prompt'],
  [
    /[Ww]hom to trust|[Tt]he way there|Headers and nodes|How to log in/,
    'Server certificate; Proxy; Advanced; Auth method',
  ],
  [/Empty: the name of the host/, 'Defaults to the host name'],
  [/offers \S+ methods?|to everybody/, '2 auth methods listed'],
  [/^(Made|Ends|Made (from|by)|Opens for)$/, 'Created, Creation path, Created by, Expires, TTL'],
  [
    /When it ends|What kind of token it is|What the server says about it|Whose it is|What it may do/,
    'Lifetime; Type; Details; Parent; Policies',
  ],
  [
    /Open it (now|all the same)|Give it back rewrapped|^Wrap it\b|^Cancel it\b/,
    'Unwrap; Rewrap; Wrap; Revoke',
  ],
  [/looks before it opens|uses nothing up/, 'Checking does not use the token'],
  [/what to tell the (receiver|recipient)/, 'Copy message for recipient'],
  [/A request’s answer|^Called$/, 'API response; Key name'],
  [/The rest of the envelope|\b[Rr]aw answer\b/, 'Response metadata; Raw JSON'],
  [/Merged by themselves|^Will hold$|^Mine$/, 'Merged automatically; Result; Yours, Theirs'],
  [
    /What saving changes|^Take over\b|^Find out$|^Enter anew/,
    'Review changes; Import 2 keys; Auto-detect; Change',
  ],
  [/^Differently|Connect differently|Show what is open/, 'Another method; Edit connection; View open tabs'],
  [/as the mount says/, 'mount default (10)'],
  [/unseals it$|Kind of seal|Give a key share/, 'Threshold 1 of 1; Seal type; Enter unseal key'],
  [/answer is not Vault’s|Strongroom made a mistake/, 'Not a Vault response; Internal error'],
  [/This token may not look\b(?! itself)/, 'No permission to read metadata'],
  [/^This is needed|^only left$|^not there$/, 'Required; removed; —'],
  [
    /What becomes of its token|Strongroom forgets it|The server revokes it/,
    'Token: Forget locally; Revoke on server',
  ],
  [/As the system/, 'Match system'],
  [/In policies/, 'API path'],
  // Beyond the table.
  [/^Try again$/, 'Retry'],
  [/under “Answers”|exists? only once/, 'one-time result'],
  [/\b(token|It|it|login) (has|had) ended\b|\bit ends in …/, 'expired, expires'],
  [/\brenewed no more\b|\bmade anew\b|\bmend(ed)?\b/, 'not … any more; created again; fix'],
  [/(?<![Tt]here )\bis no (?!longer\b|more\b)/, 'is not a …'],
  [/\bno longer held\b|\bheld already\b/, 'is gone; no longer open'],
  [/^The token of this connection|\bthis connection (can|ends)\b|belongs to another connection/, 'session'],
];

/** What nothing is called any more, and what it is called. Words of names, in lower case. */
const inCode: Readonly<Record<string, string>> = {
  desk: 'services',
  visit: 'unauthenticated connection',
  visits: 'unauthenticated connection',
  visited: 'unauthenticated connection',
  arrival: 'login',
  offer: 'environment credentials',
  offers: 'environment credentials',
  means: 'credentials, transport',
  wish: 'options, params',
  wishes: 'options, params',
  fate: 'change',
  grave: 'destructive',
  endurance: 'cancellation policy',
  patient: 'cancellation policy',
  sight: 'view, status',
  kept: 'draft, one-time result, cached: by what it is',
  held: 'draft, one-time result, cached: by what it is',
};

/** Words of the English language, of which passwords are made. */
const wordLists: readonly string[] = ['electron/core/entries/password-words.ts'];

const files = sources();

describe('words on screen', () => {
  test('are found', () => {
    const texts = files.flatMap(textsOf);
    expect(texts.length).toBeGreaterThan(2_000);
    const said = new Set(texts.map(({ text }) => text));
    // Between tags, in an attribute, in a member, in an error of main.
    expect(said).toContain('Favourites');
    expect(said).toContain('Connect to another server');
    expect(said).toContain('Command palette');
  });

  test('are the plain ones', () => {
    const wrong = files
      .filter((file) => !wordLists.includes(file))
      .flatMap(textsOf)
      .flatMap(({ file, line, text }) =>
        onScreen.filter(([was]) => was.test(text)).map(([, say]) => `${file}:${line} “${text}”: ${say}`),
      );
    expect(wrong).toEqual([]);
  });
});

describe('names in code', () => {
  test('are the plain ones', () => {
    const wrong = files.flatMap(namesOf).flatMap(({ file, line, text }) =>
      wordsOfName(text)
        .filter((word) => Object.hasOwn(inCode, word))
        .map((word) => `${file}:${line} ${text}: ${inCode[word] ?? ''}`),
    );
    expect(wrong).toEqual([]);
  });
});
