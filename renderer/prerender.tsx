/** Templates of the first screen, rendered while the app is built (`build/prerender.mjs`); not part of the app. */
import { renderToString } from 'react-dom/server';
import type { Preferences } from '../shared/ipc/contract.ts';
import { tellApart } from '../shared/vault/badge-letters.ts';
import { manyProfiles } from '../shared/vault/connection.ts';
import type { Profile } from '../shared/vault/connection.ts';
import { App } from './app.tsx';
import { query } from './api/client.ts';
import { createQueryClient } from './api/query-client.ts';

/** A screen with places to fill in: `\uE000name\uE000`. */
export interface ScreenTemplate {
  readonly screen: string;
  /** A saved connection: used, used with an environment, the same two without a last login. */
  readonly rows: readonly string[];
}

/** The first screen with these saved connections, as HTML. */
export function firstScreen(profiles: readonly Profile[], testElectron: boolean): string {
  const client = createQueryClient();
  client.setQueryData(query('profile.list', {}).queryKey, [...profiles]);
  client.setQueryData(query('app.preferences', {}).queryKey, { theme: 'system' } as Preferences);
  const info = { version: '', electronVersion: '', packaged: false, platform: 'linux', connectTo: '' };
  client.setQueryData(query('app.info', {}).queryKey, { ...info, testElectron });
  client.setQueryData(query('session.list', {}).queryKey, []);
  client.setQueryData(query('lock.state', {}).queryKey, {
    locked: false,
    since: '',
    drafts: 0,
    oneTimeResults: 0,
  });
  const html = renderToString(<App client={client} />);
  // Ends its timers.
  client.clear();
  if (html.includes('<!--$!-->')) throw new Error('A part of the first screen is loaded later.');
  return html;
}

/** The templates by number of saved connections: `none`, `some`, or `many`, with a filter. */
export function templates(testElectron: boolean): Readonly<Record<string, ScreenTemplate>> {
  const kinds = { none: 0, some: 4, many: manyProfiles };
  const made = Object.entries(kinds).map(([kind, count]) => {
    const profiles = Array.from({ length: count }, (_one, at) => placeholder(at));
    const html = firstScreen(profiles, testElectron);
    const [list = ''] = (count > 0 && /<li\b.*?(?=<\/ul>)/s.exec(html)) || [];
    const [newLetters = ''] = tellApart([...profiles.map(({ name }) => name), '']).slice(-1);
    const screen = html.replace(list, count > 0 ? '\uE000rows\uE000' : '');
    const rows = list
      .split(/(?<=<\/li>)/)
      .slice(0, 4)
      .map((row) =>
        row
          .replace(/(?<=data-colour="\uE000colour\uE000"[^>]*>)[^<]+/, '\uE000letters\uE000')
          .replace(/(?<=<time[^>]*>)[^<]+/, '\uE000ago\uE000'),
      );
    return [kind, { screen: screen.replace(`>${newLetters}<`, '>\uE000newLetters\uE000<'), rows }] as const;
  });
  return Object.fromEntries(made);
}

function placeholder(at: number): Profile {
  return {
    profileId: String(at),
    name: '\uE000name\uE000',
    colour: '\uE000colour\uE000' as Profile['colour'],
    environment: at % 2 === 1 ? '\uE000environment\uE000' : '',
    lastUsed: at < 2 ? '\uE000lastUsed\uE000' : '',
    address: 'https://\uE000address\uE000',
    namespace: '',
    proxy: '',
    timeoutMs: 30_000,
    tls: { useSystemStore: true, skipVerify: false },
  };
}
