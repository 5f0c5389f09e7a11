/** Namespaces, on OpenBao only: each with engines, login methods and tokens of its own. */
import { many, one } from '../case.ts';
import type { Case } from '../case.ts';
import { namespaces } from '../stage.ts';

const { outer, inner } = namespaces;
const v1 = { v: '1' };
const lookUpElsewhere = 'GET /v1/auth/token/lookup-self as root in conformance/other → 404';
const noneBelow = 'GET /v1/sys/namespaces?list=true as root in conformance/inner → 404';

const inNamespaces: readonly Case[] = [
  one(
    'namespace',
    'an entry in one',
    async (s) => (await s.within(outer)).read(await s.entryIn(outer, 'plain')),
    {
      sends: 'GET /v1/secret/plain as root in conformance → 200',
      gives: { data: { in: 'conformance' } },
    },
  ),
  one(
    'namespace',
    'an entry in a nested one',
    async (s) => (await s.within(inner)).read(await s.entryIn(inner, 'plain')),
    {
      sends: 'GET /v1/secret/plain as root in conformance/inner → 200',
      gives: { data: { in: 'conformance/inner' } },
    },
  ),
  one(
    'namespace',
    'an entry in a nested one, its page',
    async (s) => {
      await s.entryIn(inner, 'page');
      return (await s.within(inner)).readEntry({ version: 1, path: 'secret/' }, 'page');
    },
    {
      sends: 'GET /v1/secret/page as root in conformance/inner → 200',
      gives: { data: { in: 'conformance/inner' } },
    },
  ),
  many(
    'namespace',
    'written, listed and deleted in a nested one',
    async (s) => {
      const c = await s.within(inner);
      const path = s.ownPath();
      return [
        await c.write(`secret/${path}/a`, v1),
        await c.list(`secret/${path}`),
        await c.delete(`secret/${path}/a`),
      ];
    },
    {
      sends: 'POST /v1/secret/own-path/a as root in conformance/inner {"v":"1"} → 204',
      gives: { status: 204 },
    },
    {
      sends: 'GET /v1/secret/own-path?list=true as root in conformance/inner → 200',
      gives: { data: { keys: ['a'] } },
    },
    { sends: 'DELETE /v1/secret/own-path/a as root in conformance/inner → 204', gives: null },
  ),
  one('namespace', 'those below one', async (s) => (await s.within(outer)).namespaces(['inner/']), {
    sends: 'GET /v1/sys/namespaces?list=true as root in conformance → 200',
    gives: ['inner/'],
  }),
  one('namespace', 'none below a nested one', async (s) => (await s.within(inner)).namespaces([]), {
    sends: noneBelow,
    fails: 'invalid-path',
    instead: { sends: noneBelow, gives: [], why: 'An empty list is no error: servers answer it with 404.' },
  }),
  one(
    'namespace',
    'one that is not there',
    async (s) => (await s.outside({ token: s.root, namespace: 'conformance/other' })).isAuthenticated(),
    {
      sends: lookUpElsewhere,
      gives: false,
      instead: {
        sends: lookUpElsewhere,
        fails: 'invalid-path',
        why: 'The namespace is not there, and the token is good: the app says so, hvac takes both for a dead token.',
      },
    },
  ),
  many(
    'namespace',
    'a login there, and its token',
    async (s) => {
      const c = await s.outside({ namespace: inner });
      return [await c.login(await s.userpassIn(inner), true), await c.lookup()];
    },
    {
      sends:
        'POST /v1/auth/conformance-userpass/login/user in conformance/inner {"password":"open sesame"} → 200',
      gives: { policies: ['default'] },
    },
    {
      sends: 'GET /v1/auth/token/lookup-self as new token 1 in conformance/inner → 200',
      gives: { data: { namespace_path: 'conformance/inner/' } },
    },
  ),
  many(
    'namespace',
    'a token of a nested one, there and in the outer one',
    async (s) => {
      const path = await s.entryIn(inner, 'plain');
      await s.entryIn(outer, 'plain');
      const token = await s.tokenIn(inner);
      const [there, above] = [
        await s.client({ token, namespace: inner }),
        await s.client({ token, namespace: outer }),
      ];
      return [await there.read(path), await above.read(path)];
    },
    { sends: 'GET /v1/secret/plain as token 1 in conformance/inner → 200', gives: { data: { in: inner } } },
    { sends: 'GET /v1/secret/plain as token 1 in conformance → 403', fails: 'forbidden' },
  ),
];

export const namespaceCases: readonly Case[] = inNamespaces.map((one) => ({
  ...one,
  only: { product: 'openbao', why: 'Only OpenBao has namespaces.' },
}));
