/** The text fields of the connect form by name, and the mapping of errors to them. */
import type { AppError } from '../../../shared/ipc/result.ts';
import { loginProblem } from '../../parts/login/login-draft.ts';
import type { LoginPart, LoginProblem } from '../../parts/login/login-draft.ts';
import type { ConnectDraft } from './connect-draft.ts';

/** Fields that can carry an error of their own. */
export type DraftField =
  | 'address'
  | 'name'
  | 'environment'
  | 'namespace'
  | 'proxy'
  | 'timeout'
  | 'tls'
  | 'serverName'
  | 'headers'
  | 'confirmedOrigins'
  | 'login';

/** Fields with a single text. */
export type DraftTextName = Exclude<DraftField, 'tls' | 'headers' | 'confirmedOrigins' | 'login'>;

export interface FieldError {
  readonly field: DraftField;
  readonly words: string;
  /** The part of the login; undefined: the login as a whole. */
  readonly part?: LoginPart | undefined;
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

/** The change that sets one text of the form. */
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

/** The first problem of the form that can be found without main. */
export function draftProblem(draft: ConnectDraft): FieldError | undefined {
  const problem = targetProblem(draft);
  if (problem !== undefined) return problem;
  const login = loginProblem(draft.login);
  return login === undefined ? undefined : { field: 'login', ...login };
}

/** The same for the fields needed to reach the server without logging in. */
export function targetProblem(draft: ConnectDraft): FieldError | undefined {
  if (draft.address.trim() === '')
    return { field: 'address', words: 'Type the address of a server, e.g. https://vault.example.com:8200.' };
  const seconds = Number(draft.timeoutSeconds);
  if (!(seconds >= 1 && seconds <= 600))
    return { field: 'timeout', words: 'Type a number of seconds from 1 to 600.' };
  if (draft.proxyMode === 'own' && draft.proxy.trim() === '')
    return { field: 'proxy', words: 'Type the address of the proxy, or choose another option above.' };
  return undefined;
}

/** The field of an error, with main's words and hint; undefined: it concerns the whole form. */
export function fieldErrorOf(error: AppError): FieldError | undefined {
  if (error.kind !== 'invalid-input' || error.field === undefined) return undefined;
  const words = error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
  const field = fieldOf(error.field.replace(/^target\./, ''));
  if (field === undefined) return undefined;
  return field === 'login' ? { field, words, part: partOf(error.field) } : { field, words };
}

/** The error of the login, if it is one. */
export function loginProblemOf(error: FieldError | undefined): LoginProblem | undefined {
  return error?.field === 'login' ? { part: error.part, words: error.words } : undefined;
}

/** The tabs of the form. */
export type FormTab = 'appearance' | 'tls' | 'proxy' | 'advanced';

/** The tab of a field; undefined: it is always in view. */
export function tabOf(field: DraftField): FormTab | undefined {
  switch (field) {
    case 'address':
    case 'login':
      return undefined;
    case 'name':
    case 'environment':
      return 'appearance';
    case 'tls':
    case 'serverName':
      return 'tls';
    case 'proxy':
      return 'proxy';
    case 'namespace':
    case 'timeout':
    case 'headers':
    case 'confirmedOrigins':
      return 'advanced';
  }
}

function fieldOf(name: string): DraftField | undefined {
  const [first = ''] = name.split('.');
  switch (first) {
    case 'address':
    case 'name':
    case 'environment':
    case 'namespace':
    case 'proxy':
    case 'headers':
    case 'confirmedOrigins':
    case 'serverName':
    case 'login':
      return first;
    case 'timeoutMs':
      return 'timeout';
    case 'tls':
      return name === 'tls.serverName' ? 'serverName' : 'tls';
    default:
      return undefined;
  }
}

/** The last part of names such as `login.mount` and `login.fields.port`. */
function partOf(name: string): LoginPart | undefined {
  const last = name.split('.').at(-1);
  const parts: readonly LoginPart[] = ['mount', 'path', 'json', 'port'];
  return parts.find((part) => part === last);
}
