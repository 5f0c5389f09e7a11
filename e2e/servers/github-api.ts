/** The part of GitHub's API that Vault's github method uses, on loopback: a token's user, organisations and teams. */
import { randomBytes } from 'node:crypto';
import { answer, jsonAnswer, listen } from './forwarding.ts';
import { must } from './vault-api.ts';
import type { Reachable } from './vault-api.ts';

const ORGANISATION = { id: 4711, login: 'payments-org' };
const TEAM = { id: 12, name: 'Payments Team', slug: 'payments-team', organization: ORGANISATION };

export interface GithubApi {
  /** For `base_url`. */
  readonly address: string;
  /** Token of a member of the organisation and its team, and of a user outside both. */
  readonly tokens: { readonly alice: string; readonly mallory: string };
  /** Number of requests for a path. */
  readonly askedFor: (path: string) => number;
  /** Enables `github` at `auth/<mount>` of a Vault that has the plugin; the team gets `policy`. */
  readonly enableAt: (vault: Reachable, mount: string, policy: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts the API on a free loopback port. */
export async function startGithubApi(): Promise<GithubApi> {
  const token = (): string => `ghp_${randomBytes(18).toString('hex')}`;
  const tokens = { alice: token(), mallory: token() };
  const people = new Map([
    [tokens.alice, { user: { id: 1, login: 'alice', name: 'Alice' }, orgs: [ORGANISATION], teams: [TEAM] }],
    [tokens.mallory, { user: { id: 2, login: 'mallory', name: 'Mallory' }, orgs: [], teams: [] }],
  ]);
  const asked: string[] = [];
  const api = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://github.invalid');
    asked.push(pathname);
    const who = people.get((request.headers.authorization ?? '').replace(/^(Bearer|token) /, ''));
    const facts: Readonly<Record<string, unknown>> = {
      [`/orgs/${ORGANISATION.login}`]: ORGANISATION,
      ...(who && { '/user': who.user, '/user/orgs': who.orgs, '/user/teams': who.teams }),
    };
    const found = facts[pathname];
    if (found !== undefined) answer(response, jsonAnswer(200, found));
    else if (who) answer(response, jsonAnswer(404, { message: 'Not Found' }));
    else answer(response, jsonAnswer(401, { message: 'Bad credentials' }));
  });
  return {
    address: api.address,
    tokens,
    stop: api.stop,
    askedFor: (path) => asked.filter((each) => each === path).length,
    enableAt: async (vault, mount, policy) => {
      await must(vault, 'POST', `sys/auth/${mount}`, { type: 'github' });
      await must(vault, 'POST', `auth/${mount}/config`, {
        organization: ORGANISATION.login,
        organization_id: ORGANISATION.id,
        base_url: `${api.address}/`,
      });
      await must(vault, 'POST', `auth/${mount}/map/teams/${TEAM.slug}`, { value: policy });
    },
  };
}
