/**
 * Looks a wrapping token up before a login unwraps it, which does not use it: creation at the expected path proves
 * that it was not unwrapped and rewrapped on the way. Any doubt is shown, and the user decides (vault-http-facts
 * 6.11).
 */
import { risk } from '../../../shared/ipc/prompt-notes.ts';
import { lookUpWrapping } from '../../vault/api/wrapping.ts';
import type { WrappingFacts } from '../../vault/api/wrapping.ts';
import { asAppError } from '../connection/trouble.ts';
import { isRefused } from './refusal.ts';
import { givenUp, nobody } from './surroundings.ts';
import type { LoginSurroundings } from './surroundings.ts';

/** Expected origin of a wrapping token. */
export interface WrappingOrigin {
  /** Path as the user was told; empty: any that `isLikely`. */
  readonly expectedPath: string;
  readonly isLikely: (path: string) => boolean;
  /** The likely paths in words: `auth/…/login`. */
  readonly likely: string;
  /** The expected content: `a wrapped secret ID`. */
  readonly what: string;
}

/** Shown if another person could have unwrapped it. */
export const reportIt = 'Someone may have unwrapped it before you: report it to the sender.';

/** Explains why a text cannot be a wrapping token; undefined: it can. `of`: its expected kind. */
export function wrappingTokenProblem(token: string, of: string): string | undefined {
  if (/^[\x21-\x7e]+$/.test(token)) return undefined;
  return token === ''
    ? `Paste ${of}.`
    : 'The wrapping token contains a space, a line break or an invalid character. It was not sent: paste it again.';
}

/** Looks the wrapping token up and asks if there is any doubt. Rejects with `cancelled` if the user declines. */
export async function confirmOrigin(
  s: LoginSurroundings,
  token: string,
  origin: WrappingOrigin,
): Promise<void> {
  const warnings = await warningsOf(s, token, origin);
  if (warnings.length === 0) return;
  const answer = await s.ask(
    {
      kind: 'confirm',
      title: 'Unwrap this token anyway?',
      notes: warnings.map(risk),
      body: [reportIt],
      action: 'Unwrap and log in',
      destructive: false,
    },
    s.signal,
  );
  if (answer.kind !== 'submit')
    throw givenUp('Cancelled. The wrapping token was not unwrapped. You are not logged in.');
}

async function warningsOf(
  s: LoginSurroundings,
  token: string,
  { expectedPath, isLikely, likely, what }: WrappingOrigin,
): Promise<readonly string[]> {
  let facts: WrappingFacts;
  try {
    facts = await lookUpWrapping(nobody(s, true), token);
  } catch (failure) {
    if (!isRefused(asAppError(failure))) throw failure;
    return [
      'The server does not know this wrapping token: it has expired, was unwrapped already, or is from another server.',
    ];
  }
  const path = facts.creationPath.replace(/^\/+/, '');
  const expected = expectedPath.trim().replace(/^\/+|(?<!\/)\/+$/g, '');
  if (expected === '' ? isLikely(path) : path === expected) return [];
  const should = expected === '' ? likely : expected;
  const made = facts.creationTime;
  return [
    `Created at “${path}”${made === '' ? '' : ` on ${made}`}, not at “${should}”, where ${what} comes from.`,
    ...(path === 'sys/wrapping/wrap' ? ['Wrapped by hand. Someone may have unwrapped the real one.'] : []),
  ];
}
