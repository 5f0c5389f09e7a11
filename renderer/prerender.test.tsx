import { beforeAll, expect, it, vi } from 'vitest';
import { filledScreen, type FirstScreen } from '../electron/window/first-screen.ts';
import { profileColours, type Profile } from '../shared/vault/connection.ts';
import { firstScreen, templates, type ScreenTemplate } from './prerender.tsx';

const nowMs = Date.UTC(2026, 10, 20, 9, 41, 7);

let made: Readonly<Record<string, ScreenTemplate>> = {};
beforeAll(() => {
  Object.assign(window, { strongroom: { on: () => () => undefined } });
  made = templates(false);
});

const usual: Profile = {
  profileId: 'one',
  name: 'Payments',
  colour: 'teal',
  environment: 'production',
  lastUsed: new Date(nowMs - 7_300_000).toISOString(),
  address: 'https://vault:8200',
  namespace: '',
  proxy: 'direct',
  timeoutMs: 30_000,
  tls: { useSystemStore: true, skipVerify: false },
};

function filled(profiles: readonly Profile[], holdsCredential: FirstScreen['holdsCredential'] = () => false) {
  const { screen = '', rows = [] } =
    made[profiles.length === 0 ? 'none' : profiles.length < 9 ? 'some' : 'many'] ?? {};
  const preferences = { theme: 'dark', density: 'compact' } as const;
  return filledScreen(
    { document: screen, rows },
    { profiles, preferences, testElectron: false, holdsCredential },
    nowMs,
  );
}

const signs = [
  ...'<>&"\'`=/\\$ -',
  ']]>',
  '<!--',
  '-->',
  '</li>',
  '<script>',
  '$&',
  "$'",
  '&lt;',
  'é',
  'Ž',
  'a',
  'B',
  '7',
];

/** Texts of markup and of what `replace` reads, from a seed of their own. */
function* hostile(seed: number): Generator<string, never> {
  for (let state = seed; ;) {
    let text = '';
    do {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      text += signs[(state >> 8) % signs.length] ?? '';
    } while (state % 7 > 0);
    yield `${text}x`;
  }
}

function hostileProfiles(seed: number, count: number): Profile[] {
  const texts = hostile(seed);
  return Array.from({ length: count }, (_one, at) => ({
    ...usual,
    profileId: String(at),
    name: texts.next().value,
    address: `https://${texts.next().value}`,
    colour: profileColours[(seed + at) % profileColours.length] ?? 'red',
    environment: (seed + at) % 2 === 0 ? texts.next().value : '',
    lastUsed: (seed + at) % 3 === 0 ? new Date(nowMs - seed * 86_400_000 - at).toISOString() : '',
  }));
}

it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
  'is what React draws for the same connections, whatever their names: seed %i',
  (seed) => {
    vi.useFakeTimers({ now: nowMs, toFake: ['Date'] });
    const profiles = hostileProfiles(seed, seed);
    const html = filled(profiles);
    expect(html).toBe(firstScreen(profiles, false));
    vi.useRealTimers();
    const body = parsed(html);
    const plain = profiles.map((one) => ({ ...one, name: 'n', address: 'https://a' }));
    expect(body.querySelectorAll('*')).toHaveLength(parsed(filled(plain)).querySelectorAll('*').length);
    const shown = [...body.querySelectorAll('li button[data-listed]')].map(({ textContent }) => textContent);
    for (const { name, address } of profiles)
      expect(
        shown.some((text) => text.includes(name) && text.includes(address.slice('https://'.length))),
      ).toBe(true);
  },
);

const parsed = (html = '') => new DOMParser().parseFromString(html, 'text/html').body;

it('draws the hints of a first start', () => {
  expect(filled([])).toBe(firstScreen([], false));
});

it.each([
  ['a right-to-left override', { name: 'invoice\u202ecod.exe' }],
  ['another script', { name: 'שלום' }],
  ['an invisible character', { address: 'https://va\u00adult' }],
  ['a line end', { environment: 'a\nb' }],
  ['our own mark of a place', { name: '\uE000rows\uE000' }],
] as const)('leaves %s to React', (_what, texts) => {
  expect(filled([usual, { ...usual, ...texts }])).toBeUndefined();
});

it('leaves a text with a credential that main knows to the gate', () => {
  const canary = 'hvs.CAESIJcanarycanarycanarycanary';
  const holds = (text: string): boolean => text.includes(canary);
  expect(filled([{ ...usual, environment: canary }], holds)).toBeUndefined();
  expect(filled([usual], holds)).toBeDefined();
});
