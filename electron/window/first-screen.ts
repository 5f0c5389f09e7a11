/**
 * The first document of a start, with its screen drawn when the app was built (`build/prerender.mjs`) and the saved
 * connections filled in: only what `profile.list` answers anyway. React takes it over (`renderer/boot.ts`). Anything
 * unusual gets the page as built, which draws itself.
 *
 * Nothing else of a start is worth shortening: main begins to navigate as early as an empty window. A V8 code cache,
 * a snapshot or bytecode would gain nothing, and be code on disk that others can write.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Preferences } from '../../shared/ipc/contract.ts';
import { tellApart } from '../../shared/vault/badge-letters.ts';
import { byLastLogin, manyProfiles } from '../../shared/vault/connection.ts';
import type { Profile } from '../../shared/vault/connection.ts';
import { relativeTime } from '../../shared/vault/relative-time.ts';

/** A document with places to fill in: `\uE000name\uE000`. */
export interface ScreenTemplate {
  readonly document: string;
  /** A saved connection: used, used with an environment, the same two without a last login. */
  readonly rows: readonly string[];
}

/** The document around every screen, once: most of it is style. */
interface Page {
  readonly page: string;
  readonly styleHash: string;
}

interface Drawn extends Pick<ScreenTemplate, 'rows'> {
  readonly screen: string;
}

export interface FirstScreen {
  readonly profiles: readonly Profile[] | undefined;
  readonly preferences: Pick<Preferences, 'theme' | 'density'>;
  readonly testElectron: boolean;
  /** True if a text holds a credential that main knows. */
  readonly holdsCredential: (text: string) => boolean;
}

export interface FirstDocument {
  readonly html: string;
  /** Source of the policy that allows the style in this document. */
  readonly styleHash: string;
}

/** Latin text: the screen shows it without a mark and without a direction of its own. */
const ORDINARY = /^[\x20-\x7e\xa1-\xac\xae-\u024f]*$/;

/** Reads the template below `folder` and fills it in; undefined if the page as built is to be served. */
export function firstDocument(folder: string, screen: FirstScreen): FirstDocument | undefined {
  const { profiles, testElectron } = screen;
  if (profiles === undefined) return undefined;
  const kind = profiles.length === 0 ? 'none' : profiles.length < manyProfiles ? 'some' : 'many';
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(join(folder, 'first-screen', `${name}.json`), 'utf8'));
  try {
    const { page, styleHash } = read('page') as Page;
    const drawn = read(testElectron ? `${kind}-test` : kind) as Drawn;
    const document = page.replace('\uE000screen\uE000', () => drawn.screen);
    const html = filledScreen({ document, rows: drawn.rows }, { ...screen, profiles }, Date.now());
    return html === undefined ? undefined : { html, styleHash };
  } catch {
    // Without a template the page draws itself.
    return undefined;
  }
}

/** Fills the template in; undefined if a text is unusual or holds a credential. */
export function filledScreen(
  { document, rows }: ScreenTemplate,
  { profiles, preferences, holdsCredential }: FirstScreen & { readonly profiles: readonly Profile[] },
  nowMs: number,
): string | undefined {
  const [newLetters = '', ...letters] = tellApart([...profiles.map(({ name }) => name), '']).toReversed();
  const lettersOf = new Map(profiles.toReversed().map((profile, at) => [profile, letters[at] ?? '']));
  const filled = profiles.toSorted(byLastLogin).map((profile) => {
    const { name, colour, environment = '', lastUsed } = profile;
    const address = profile.address.replace(/^https:\/\//, '');
    const ago = lastUsed === '' ? '' : relativeTime(Date.parse(lastUsed), Math.floor(nowMs / 1000) * 1000);
    const texts = {
      name,
      colour,
      environment,
      lastUsed,
      address,
      ago,
      letters: lettersOf.get(profile) ?? '',
    };
    const all = Object.values(texts);
    if (!all.every((text) => ORDINARY.test(text)) || holdsCredential(all.join('\n'))) return undefined;
    return fill(rows[(lastUsed === '' ? 2 : 0) + (environment === '' ? 0 : 1)] ?? '', texts);
  });
  if (filled.includes(undefined)) return undefined;
  const { density } = preferences;
  const theme = preferences.theme === 'system' ? '' : preferences.theme;
  return fill(document, { theme, density, newLetters }).replace('\uE000rows\uE000', () => filled.join(''));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

/** Puts texts into their places, between tags or in quoted attributes. */
function fill(template: string, texts: Readonly<Record<string, string>>): string {
  return template.replace(/\uE000(\w+)\uE000/g, (place, name: string) =>
    name in texts ? (texts[name] ?? '').replace(/[&<>"']/g, (sign) => entities[sign] ?? '') : place,
  );
}
