/** The fields of the connect form, and the mapping of errors to them. */
import type { AppError } from '../../../shared/ipc/result.ts';
import { loginProblem } from '../../parts/login/login-draft.ts';
import type { LoginPart, LoginProblem } from '../../parts/login/login-draft.ts';
import type { ConnectDraft } from './connect-draft.ts';

/** The tabs of the form. */
export type FormTab = 'appearance' | 'tls' | 'proxy' | 'advanced';

/** Fields that can carry an error of their own, with their tab; undefined: always in view. */
const tabs = {
  address: undefined,
  login: undefined,
  name: 'appearance',
  environment: 'appearance',
  tls: 'tls',
  serverName: 'tls',
  proxy: 'proxy',
  namespace: 'advanced',
  timeoutSeconds: 'advanced',
  headers: 'advanced',
  confirmedOrigins: 'advanced',
} as const satisfies Readonly<Record<string, FormTab | undefined>>;

export type DraftField = keyof typeof tabs;

export interface FieldError {
  readonly field: DraftField;
  readonly words: string;
  /** The part of the login; undefined: the login as a whole. */
  readonly part?: LoginPart | undefined;
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
    return { field: 'timeoutSeconds', words: 'Type a number of seconds from 1 to 600.' };
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

/** The tab of a field; undefined: it is always in view. */
export function tabOf(field: DraftField): FormTab | undefined {
  return tabs[field];
}

function fieldOf(name: string): DraftField | undefined {
  const [first = '', second] = name.split('.');
  if (first === 'tls' && second === 'serverName') return second;
  const field = first === 'timeoutMs' ? 'timeoutSeconds' : first;
  return Object.keys(tabs).find((one): one is DraftField => one === field);
}

/** The last part of names such as `login.mount` and `login.fields.port`. */
function partOf(name: string): LoginPart | undefined {
  const last = name.split('.').at(-1);
  const parts: readonly LoginPart[] = ['mount', 'path', 'json', 'port'];
  return parts.find((part) => part === last);
}
