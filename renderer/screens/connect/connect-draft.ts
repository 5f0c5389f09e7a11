/** What is typed on the connect screen, and what of it goes to main. */
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

/** Who decides about the proxy: environment variables, nobody (none is used), or this connection. */
export type ProxyMode = 'environment' | 'direct' | 'own';

/** A row of the form; `length` of a value that was typed here, while the window's page lives. */
export interface DraftHeader extends ExtraHeader {
  readonly length?: number;
}

export interface ConnectDraft {
  readonly profileId: string | undefined;
  readonly environmentId: string | undefined;
  readonly address: string;
  readonly name: string;
  readonly colour: ProfileColour;
  /** As typed; empty: none. */
  readonly environment: string;
  readonly namespace: string;
  readonly tls: TlsSettings;
  readonly proxyMode: ProxyMode;
  /** As typed; counts with mode `own`. */
  readonly proxy: string;
  /** As typed. */
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

/** The form filled from the environment; what it does not say stays as typed. */
export function draftOfEnvironment(before: ConnectDraft, found: EnvironmentCredentials): ConnectDraft {
  const { target, environmentId } = found;
  // A token of the environment is a way to log in.
  const login = found.tokenFrom === undefined ? before.login : { ...before.login, type: 'token' as const };
  if (target === undefined) return { ...before, environmentId, login };
  return { ...before, ...targetFields(target), profileId: undefined, environmentId, login };
}

/** The target as main takes it. The draft must have passed `draftProblem`. */
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

/** The change that puts another way to log in in the form. */
export function withLogin({ environmentId }: ConnectDraft, login: LoginDraft): Partial<ConnectDraft> {
  // What the environment has is a token.
  return { login, environmentId: login.type === 'token' ? environmentId : undefined };
}

/** How a connection is told from others, as main takes it. */
export function lookOf(draft: ConnectDraft) {
  const environment = draft.environment.trim();
  return {
    name: shownName(draft),
    colour: draft.colour,
    ...(environment === '' ? {} : { environment }),
  };
}

/** The name that is shown: as typed, else the address's host or socket. */
export function shownName(draft: ConnectDraft): string {
  const name = draft.name.trim();
  if (name !== '') return name;
  const address = draft.address.trim();
  // A socket has no host.
  return URL.parse(address)?.host || address.replace(/^unix:\/\//, '');
}

/** True when the remembered connection is no longer what the form says. */
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

/** True where a person has typed or chosen something for a connection that is not remembered yet. */
export function isTouched(draft: ConnectDraft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(emptyDraft);
}

/** Rows that say something. A row without both name and value is only a place to type. */
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
