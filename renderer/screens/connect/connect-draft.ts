/** What is typed on the connect screen, and what of it goes to main. */
import type {
  ConnectionTarget,
  Offer,
  Profile,
  ProfileColour,
  TlsSettings,
} from '../../../shared/vault/connection.ts';
import type { AppError } from '../../../shared/ipc/result.ts';

export interface ConnectDraft {
  readonly profileId: string | undefined;
  readonly offerId: string | undefined;
  readonly address: string;
  readonly name: string;
  readonly colour: ProfileColour;
  readonly namespace: string;
  readonly tls: TlsSettings;
  readonly proxy: string;
  /** As typed. */
  readonly timeoutSeconds: string;
  readonly remember: boolean;
}

/** Fields that can carry an error of their own. */
export type DraftField = 'address' | 'name' | 'namespace' | 'proxy' | 'timeout' | 'tls' | 'serverName';

/** Fields that are one text. */
export type DraftTextName = Exclude<DraftField, 'tls'>;

export interface FieldError {
  readonly field: DraftField;
  readonly words: string;
}

export const emptyDraft: ConnectDraft = {
  profileId: undefined,
  offerId: undefined,
  address: '',
  name: '',
  colour: 'blue',
  namespace: '',
  tls: { useSystemStore: true, skipVerify: false },
  proxy: '',
  timeoutSeconds: '30',
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
  };
}

/** The form filled from what the environment offers; what it does not say stays as typed. */
export function draftOfOffer(before: ConnectDraft, offer: Offer): ConnectDraft {
  const { target, offerId } = offer;
  if (target === undefined) return { ...before, offerId };
  return { ...before, ...targetFields(target), profileId: undefined, offerId };
}

/** One text of the form, as typed. */
export function draftText(draft: ConnectDraft, name: DraftTextName): string {
  switch (name) {
    case 'serverName':
      return draft.tls.serverName ?? '';
    case 'timeout':
      return draft.timeoutSeconds;
    default:
      return draft[name];
  }
}

/** The change that puts `text` in one text of the form. */
export function withDraftText(draft: ConnectDraft, name: DraftTextName, text: string): Partial<ConnectDraft> {
  switch (name) {
    case 'serverName':
      return { tls: { ...draft.tls, serverName: text } };
    case 'timeout':
      return { timeoutSeconds: text };
    default:
      return { [name]: text };
  }
}

/** The target as main takes it. The time limit must have passed `draftProblem`. */
export function targetOf(draft: ConnectDraft): ConnectionTarget {
  const { serverName = '', ...tls } = draft.tls;
  const name = serverName.trim();
  return {
    address: draft.address.trim(),
    namespace: draft.namespace.trim(),
    tls: name === '' ? tls : { ...tls, serverName: name },
    timeoutMs: Math.round(Number(draft.timeoutSeconds) * 1000),
    proxy: draft.proxy.trim(),
  };
}

/** The name that is shown: as typed, else the address's host. */
export function shownName(draft: ConnectDraft): string {
  const name = draft.name.trim();
  if (name !== '') return name;
  return URL.canParse(draft.address.trim()) ? new URL(draft.address.trim()).host : draft.address.trim();
}

/** True when the remembered connection is no longer what the form says. */
export function differs(draft: ConnectDraft, profile: Profile): boolean {
  const asText = (target: ConnectionTarget): string =>
    JSON.stringify([
      ...[target.address, target.namespace, target.timeoutMs, target.proxy],
      ...[target.tls.ca?.fileId, target.tls.clientCertificate?.fileId, target.tls.clientKey?.fileId],
      ...[target.tls.useSystemStore, target.tls.skipVerify, target.tls.serverName ?? ''],
    ]);
  return (
    asText(targetOf(draft)) !== asText(profile) ||
    shownName(draft) !== profile.name ||
    draft.colour !== profile.colour
  );
}

/** What can be said about the form without asking main. */
export function draftProblem(draft: ConnectDraft): FieldError | undefined {
  if (draft.address.trim() === '')
    return { field: 'address', words: 'Type the address of a server, e.g. https://vault.example.com:8200.' };
  const seconds = Number(draft.timeoutSeconds);
  if (!(seconds >= 1 && seconds <= 600))
    return { field: 'timeout', words: 'A number of seconds from 1 to 600.' };
  return undefined;
}

/** The field an error belongs to, with main's words and hint; undefined: it belongs to the whole form. */
export function fieldErrorOf(error: AppError): FieldError | undefined {
  if (error.kind !== 'invalid-input' || error.field === undefined) return undefined;
  const words = error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
  switch (error.field.replace(/^target\./, '')) {
    case 'address':
      return { field: 'address', words };
    case 'name':
      return { field: 'name', words };
    case 'namespace':
      return { field: 'namespace', words };
    case 'proxy':
      return { field: 'proxy', words };
    case 'timeoutMs':
      return { field: 'timeout', words };
    case 'tls.serverName':
    case 'serverName':
      return { field: 'serverName', words };
    case 'tls':
      return { field: 'tls', words };
    default:
      return undefined;
  }
}

/** True for the fields inside "TLS and proxy". */
export function isAdvanced(field: DraftField): boolean {
  return field === 'proxy' || field === 'timeout' || field === 'tls' || field === 'serverName';
}

function targetFields(target: ConnectionTarget) {
  return {
    address: target.address,
    namespace: target.namespace,
    tls: target.tls,
    proxy: target.proxy,
    timeoutSeconds: String(target.timeoutMs / 1000),
  };
}
