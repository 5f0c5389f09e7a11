/** "Login and unwrapping", and "Authentication" 3: validity of tokens. */
import { byRoot, many, one } from '../case.ts';
import type { Case } from '../case.ts';

const policies = { policies: ['default'] };
const note = { data: { note: 'for your eyes only' } };
const unknown = 'hvs.not-a-token-of-this-server';
const unwrapping = (sent: string) => `POST /v1/sys/wrapping/unwrap as ${sent}`;
const checkOf = (token: string, status = 200) =>
  `GET /v1/auth/token/lookup-self as ${token} → ${String(status)}`;

const logins: readonly Case[] = [
  many(
    'login',
    'userpass, adopting',
    async (s) => {
      const c = await s.outside();
      return [await c.login(s.userpass(), true), await c.lookup()];
    },
    {
      sends: 'POST /v1/auth/conformance-userpass/login/user {"password":"open sesame"} → 200',
      gives: policies,
    },
    { sends: checkOf('new token 1'), gives: { data: { path: 'auth/conformance-userpass/login/user' } } },
  ),
  many(
    'login',
    'userpass, not adopting',
    async (s) => {
      const c = await s.client();
      return [await c.login(s.userpass(), false), await c.lookup()];
    },
    {
      sends: 'POST /v1/auth/conformance-userpass/login/user as root {"password":"open sesame"} → 200',
      gives: policies,
      instead: {
        sends: 'POST /v1/auth/conformance-userpass/login/user {"password":"open sesame"} → 200',
        gives: policies,
        why: 'A login needs no token: that of the session is not sent with it.',
      },
    },
    { sends: checkOf('root'), gives: { data: { policies: ['root'] } } },
  ),
  one('login', 'wrong password', async (s) => (await s.outside()).login(s.userpass('wrong'), true), {
    sends: 'POST /v1/auth/conformance-userpass/login/user {"password":"wrong"} → 400',
    fails: 'login-refused',
  }),
  one('login', 'empty password', async (s) => (await s.outside()).login(s.userpass(''), true), {
    sends: 'POST /v1/auth/conformance-userpass/login/user {"password":""} → 400',
    fails: 'login-refused',
    instead: {
      sends: [],
      fails: 'login-refused',
      why: 'No server takes an empty password, and a wrong one counts against the user: it is asked for again.',
    },
    openbao: {
      hvac: {
        sends: 'POST /v1/auth/conformance-userpass/login/user {"password":""} → 500',
        fails: 'other',
      },
      why: 'OpenBao answers an empty password as an error of its own, Vault as one of the request.',
    },
  }),
  many(
    'login',
    'approle',
    async (s) => {
      const c = await s.outside();
      return [await c.login(await s.approle(), true), await c.lookup()];
    },
    {
      sends: 'POST /v1/auth/conformance-approle/login {"role_id":"role ID","secret_id":"secret ID"} → 200',
      gives: policies,
    },
    { sends: checkOf('new token 1'), gives: { data: { path: 'auth/conformance-approle/login' } } },
  ),
  one(
    'login',
    'approle, wrong secret ID',
    async (s) => (await s.outside()).login(await s.approle('wrong'), true),
    {
      sends: 'POST /v1/auth/conformance-approle/login {"role_id":"role ID","secret_id":"wrong"} → 400',
      fails: 'login-refused',
    },
  ),
  one(
    'login',
    'a path that no method has',
    async (s) =>
      (await s.outside()).login(
        { type: 'other', mount: 'no-such-method', path: 'login', fields: { any: 'field' } },
        true,
      ),
    { sends: 'POST /v1/auth/no-such-method/login {"any":"field"} → 403', fails: 'login-refused' },
  ),
  many(
    'login',
    'client certificate',
    async (s) => {
      const change = { ...s.trust.mutualTls, ...s.trust.certificate };
      const c = await s.at(s.places.mutualTls, 'outside', change);
      const by = { type: 'cert', mount: 'conformance-cert', name: 'alice' } as const;
      return [await c.login(by, true), await c.lookup()];
    },
    { sends: 'POST /v1/auth/conformance-cert/login {"name":"alice"} → 200', gives: policies },
    { sends: checkOf('new token 1'), gives: { data: { path: 'auth/conformance-cert/login' } } },
  ),
  many(
    'auth_cubbyhole',
    'a wrapped token is adopted',
    async (s) => {
      const c = await s.outside();
      return [await c.loginWrapped(await s.wrappedToken()), await c.lookup()];
    },
    { sends: `${unwrapping('wrapping token')} → 200`, gives: policies },
    { sends: checkOf('new token 1'), gives: { data: { path: 'auth/token/create' } } },
  ),
  many(
    'auth_cubbyhole',
    'a wrapped login is adopted',
    async (s) => {
      const c = await s.outside();
      return [await c.loginWrapped(await s.wrappedLogin()), await c.lookup()];
    },
    { sends: `${unwrapping('wrapping token')} → 200`, gives: policies },
    { sends: checkOf('new token 1'), gives: { data: { path: 'auth/conformance-userpass/login/user' } } },
  ),
];

const unwraps: readonly Case[] = [
  one(
    'unwrap',
    'token as the request’s token',
    async (s) => (await s.outside()).unwrap(await s.wrapped(), 'header'),
    { sends: `${unwrapping('wrapping token')} {} → 200`, gives: note },
  ),
  byRoot('unwrap', 'own token and body', async (c, s) => c.unwrap(await s.wrapped(), 'body'), {
    sends: `${unwrapping('root')} {"token":"wrapping token"} → 200`,
    gives: note,
  }),
  many(
    'unwrap',
    'twice',
    async (s) => {
      const [c, token] = [await s.outside(), await s.wrapped()];
      return [await c.unwrap(token, 'header'), await c.unwrap(token, 'header')];
    },
    { sends: `${unwrapping('wrapping token')} {} → 200`, gives: note },
    { sends: `${unwrapping('wrapping token')} {} → 400`, fails: 'invalid-request' },
  ),
  byRoot('unwrap', 'an unknown token', (c) => c.unwrap(unknown, 'body'), {
    sends: `${unwrapping('root')} {"token":"${unknown}"} → 400`,
    fails: 'invalid-request',
  }),
  byRoot('unwrap', 'an ordinary token', async (c, s) => c.unwrap((await s.token()).token, 'body'), {
    sends: `${unwrapping('root')} {"token":"token 1"} → 400`,
    fails: 'invalid-request',
  }),
];

const checks: readonly Case[] = [
  one(
    'is-authenticated',
    'good token',
    async (s) => (await s.outside({ token: (await s.token()).token })).isAuthenticated(),
    { sends: checkOf('token 1'), gives: true },
  ),
  one(
    'is-authenticated',
    '403: dead token',
    async (s) => (await s.outside({ token: await s.deadToken() })).isAuthenticated(),
    { sends: checkOf('token 1', 403), gives: false },
  ),
  one(
    'is-authenticated',
    '403: living token that may not look itself up',
    async (s) => {
      const policies = [await s.ownPolicy('path "secret/*" { capabilities = ["read"] }')];
      const { token } = await s.token({ policies, no_default_policy: true });
      return (await s.outside({ token })).isAuthenticated();
    },
    {
      sends: checkOf('token 1', 403),
      gives: false,
      instead: {
        sends: checkOf('token 1', 403),
        gives: true,
        why: 'The server knows the token and lets it read: a refused look-up is no dead token.',
      },
    },
  ),
  one(
    'is-authenticated',
    '400: invalid request',
    async (s) =>
      (await s.at(s.places.lookup400, 'outside', { token: (await s.token()).token })).isAuthenticated(),
    { sends: checkOf('token 1', 400), gives: false },
  ),
  one(
    'is-authenticated',
    '404: invalid path',
    async (s) =>
      (await s.at(s.places.lookup404, 'outside', { token: (await s.token()).token })).isAuthenticated(),
    { sends: checkOf('token 1', 404), gives: false },
  ),
  one('is-authenticated', 'no token', async (s) => (await s.outside()).isAuthenticated(), {
    sends: [],
    gives: false,
  }),
  one(
    'is-authenticated',
    'sealed server',
    async (s) => (await s.at(s.places.sealed, 'outside', { token: s.rootOf.sealed })).isAuthenticated(),
    {
      sends: checkOf('root', 503),
      fails: 'sealed',
      instead: {
        sends: [],
        fails: 'sealed',
        why: 'sys/health says that it is sealed: nothing can be looked up there, and no token is sent.',
      },
    },
  ),
];

export const loginCases: readonly Case[] = [...logins, ...unwraps, ...checks];
