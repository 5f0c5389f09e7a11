/**
 * Before a wrapping token is opened for a login it is looked up, which uses nothing up: that it was made where such tokens
 * are made is the proof that nobody has opened it on the way and wrapped something anew. What speaks against it is said,
 * and a person decides (vault-http-facts 6.11).
 */
import { lookUpWrapping } from '../../vault/api/wrapping.ts';
import type { WrappingFacts } from '../../vault/api/wrapping.ts';
import { asAppError } from '../connection/trouble.ts';
import { isRefused } from './refusal.ts';
import { givenUp, nobody } from './surroundings.ts';
import type { LoginSurroundings } from './surroundings.ts';

/** Where a wrapping token should have been made. */
export interface WrappingOrigin {
  /** As the person was told; empty: anywhere that `isLikely`. */
  readonly expectedPath: string;
  readonly isLikely: (path: string) => boolean;
  /** The likely paths in words: `auth/…/login`. */
  readonly likely: string;
  /** What is wrapped: `a wrapped secret ID`. */
  readonly what: string;
}

/** Said where somebody else may have opened it. */
export const reportIt = 'Somebody may have unwrapped it before you: report it to the sender.';

/** What was typed cannot be a wrapping token, in a sentence; undefined: it can. `of`: what it should be. */
export function wrappingTokenProblem(token: string, of: string): string | undefined {
  if (/^[\x21-\x7e]+$/.test(token)) return undefined;
  return token === ''
    ? `Paste ${of}.`
    : 'The wrapping token holds a space, a line break or a character that cannot be sent. It was not sent: paste it again.';
}

/** Looks the wrapping token up and asks where something speaks against it. Rejects with `cancelled` where it is declined. */
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
      body: [...warnings, reportIt, 'If you continue, it is unwrapped and its content is used to log in.'],
      action: 'Unwrap and log in',
      destructive: true,
    },
    s.signal,
  );
  if (answer.kind !== 'submit')
    throw givenUp('Cancelled. The wrapping token was not unwrapped, and nobody was logged in.');
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
    `It was made at “${path}”${made === '' ? '' : ` on ${made}`} and not at “${should}”, where ${what} comes from.`,
    ...(path === 'sys/wrapping/wrap'
      ? ['Its content was wrapped by hand, as by somebody who unwrapped the real one and wrapped it again.']
      : []),
  ];
}
