/** Input of the connect screen, and its conversion for main. */
import { defaultTimeoutMs } from '../../../shared/vault/connection.ts';
import type {
  ConnectionTarget,
  ExtraHeader,
  EnvironmentCredentials,
  Profile,
  ProfileColour,
  TlsSettings,
} from '../../../shared/vault/connection.ts';
import { draftOfLogin, emptyLogin, isSameLogin, loginIn } from '../../parts/login/login-draft.ts';
import type { LoginDraft } from '../../parts/login/login-draft.ts';

/** Source of the proxy: environment variables, no proxy, or this connection's own. */
export type ProxyMode = 'environment' | 'direct' | 'own';

/** A row of the form; `length` of a value entered here, known while the page lives. */
export interface DraftHeader extends ExtraHeader {
  readonly length?: number;
}

export interface ConnectDraft {
  readonly profileId: string | undefined;
  readonly environmentId: string | undefined;
  readonly address: string;
  readonly name: string;
  readonly colour: ProfileColour;
  /** As typed; empty: not set. */
  readonly environment: string;
  readonly namespace: string;
  readonly tls: TlsSettings;
  readonly proxyMode: ProxyMode;
  /** As typed; used only with mode `own`. */
  readonly proxy: string;
  /** Number as typed. */
  readonly timeoutSeconds: string;
  readonly headers: readonly DraftHeader[];
  readonly confirmedOrigins: readonly string[];
  readonly login: LoginDraft;
  readonly remember: boolean;
}

export const emptyDraft: ConnectDraft = {
  profileId: undefined,
  environmentId: undefined,
  address: '',
  name: '',
  colour: 'blue',
  environment: '',
  namespace: '',
  tls: { useSystemStore: true, skipVerify: false },
  proxyMode: 'environment',
  proxy: '',
  timeoutSeconds: String(defaultTimeoutMs / 1000),
  headers: [],
  confirmedOrigins: [],
  login: emptyLogin,
  remember: true,
};

/** The form filled from a remembered connection. */
export function draftOfProfile(profile: Profile): ConnectDraft {
  return {
    ...emptyDraft,
    ...targetFields(profile),
    profileId: profile.profileId,
    name: profile.name,
    colour: profile.colour,
    environment: profile.environment ?? '',
    login: draftOfLogin(profile.login),
  };
}

/** The form filled from the environment; fields it does not set stay as typed. */
export function draftOfEnvironment(before: ConnectDraft, found: EnvironmentCredentials): ConnectDraft {
  const { target, environmentId } = found;
  // A token of the environment implies the token method.
  const login = found.tokenFrom === undefined ? before.login : { ...before.login, type: 'token' as const };
  if (target === undefined) return { ...before, environmentId, login };
  return { ...before, ...targetFields(target), profileId: undefined, environmentId, login };
}

/** The target in main's format. The draft must have passed `draftProblem`. */
export function targetOf(draft: ConnectDraft): ConnectionTarget {
  const { serverName = '', ...tls } = draft.tls;
  const name = serverName.trim();
  const headers = headersOf(draft);
  return {
    address: draft.address.trim(),
    namespace: draft.namespace.trim(),
    tls: name === '' ? tls : { ...tls, serverName: name },
    timeoutMs: Math.round(Number(draft.timeoutSeconds) * 1000),
    proxy: proxyOf(draft),
    ...(headers.length === 0 ? {} : { headers }),
    ...(draft.confirmedOrigins.length === 0 ? {} : { confirmedOrigins: draft.confirmedOrigins }),
  };
}

/** The change that sets another login in the form. */
export function withLogin({ environmentId }: ConnectDraft, login: LoginDraft): Partial<ConnectDraft> {
  // The environment only has a token.
  return { login, environmentId: login.type === 'token' ? environmentId : undefined };
}

/** Appearance of a connection, in main's format. */
export function lookOf(draft: ConnectDraft) {
  const environment = draft.environment.trim();
  return {
    name: shownName(draft),
    colour: draft.colour,
    ...(environment === '' ? {} : { environment }),
  };
}

/** The displayed name: as typed, else the address's host or socket. */
export function shownName(draft: ConnectDraft): string {
  const name = draft.name.trim();
  if (name !== '') return name;
  const address = draft.address.trim();
  // A socket URL has no host.
  return URL.parse(address)?.host || address.replace(/^unix:\/\//, '');
}

/** True if the form differs from the remembered connection. */
export function differs(draft: ConnectDraft, profile: Profile): boolean {
  const asText = (target: ConnectionTarget): string =>
    JSON.stringify([
      ...[target.address, target.namespace, target.timeoutMs, target.proxy],
      ...[target.tls.ca?.fileId, target.tls.clientCertificate?.fileId, target.tls.clientKey?.fileId],
      ...[target.tls.useSystemStore, target.tls.skipVerify, target.tls.serverName ?? ''],
      (target.headers ?? []).map(({ name, valueRef }) => [name, valueRef]),
      target.confirmedOrigins ?? [],
    ]);
  return (
    asText(targetOf(draft)) !== asText(profile) ||
    shownName(draft) !== profile.name ||
    draft.colour !== profile.colour ||
    draft.environment.trim() !== (profile.environment ?? '') ||
    !isSameLogin(loginIn(draft.login).login, profile.login)
  );
}

/** True if the user has changed the form of a connection that is not remembered yet. */
export function isTouched(draft: ConnectDraft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(emptyDraft);
}

/** Filled rows only. A row without name and value is an empty input. */
function headersOf(draft: ConnectDraft): readonly ExtraHeader[] {
  return draft.headers
    .map(({ name, valueRef }) => ({ name: name.trim(), valueRef }))
    .filter(({ name, valueRef }) => name !== '' || valueRef !== '');
}

function proxyOf({ proxyMode, proxy }: ConnectDraft): string {
  switch (proxyMode) {
    case 'environment':
      return '';
    case 'direct':
      return 'direct';
    case 'own':
      return proxy.trim();
  }
}

function targetFields(target: ConnectionTarget) {
  const proxyMode: ProxyMode =
    target.proxy === '' ? 'environment' : target.proxy === 'direct' ? 'direct' : 'own';
  return {
    address: target.address,
    namespace: target.namespace,
    tls: target.tls,
    proxyMode,
    proxy: proxyMode === 'own' ? target.proxy : '',
    timeoutSeconds: String(target.timeoutMs / 1000),
    headers: target.headers ?? [],
    confirmedOrigins: target.confirmedOrigins ?? [],
  };
}
