/**
 * Gate of the clipboard, which every program of the machine can read, the app's own page included. Every copy passes
 * here: it costs a gesture and is checked against the index of credentials in use, as a reveal is. A credential, or a
 * text that holds one, is copied only after a click in the secure prompt: a broken page that could copy one would
 * have it with the user's next Ctrl+V (which `window/paste-guard.ts` drops as well). Text of other programs on the
 * clipboard is private: it is read for a wrapping token only, taken only if it has the shape of one, and sent only
 * after the user has seen the destination.
 *
 * Values of entries and answers that are not credentials are copied without a question: a page can reveal them
 * anyway.
 */
import { prose } from '../../../shared/ipc/prompt-notes.ts';
import { grouped } from '../../../shared/vault/counted.ts';
import type { ClipboardState } from '../../../shared/ipc/contract.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { PromptFact } from '../../../shared/ipc/trusted-contract.ts';
import { base64Text } from '../../../shared/vault/base64.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import type { Answers } from '../credentials/large-answers.ts';
import { kindsInWords } from '../credentials/kinds-in-words.ts';
import type { KnownCredentials } from '../credentials/known-credentials.ts';
import { targetOfOwner } from '../credentials/secrets.ts';
import type { SecretStore } from '../credentials/secrets.ts';
import { tokenByShape } from '../credentials/token-text.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import { addressOf } from '../connection/address.ts';
import { cancelled } from '../connection/connect.ts';
import { serverFact } from '../connection/prompt-look.ts';
import type { PromptLook } from '../connection/prompt-look.ts';
import type { Ask, Platform } from '../platform.ts';
import type { GestureGate } from './gesture.ts';
import { makeLeaving } from './leaving.ts';
import type { LeavingWork } from './outgoing-check.ts';

/** Text to copy. */
export interface Copied {
  readonly text: string;
  /** Origin of the text, shown in a question about it. */
  readonly facts?: readonly PromptFact[];
  /** Not a secret, so it is never cleared. */
  readonly plain?: true;
  /** Title and facts of the question; set for a text that is or holds a credential, or could not be checked. */
  readonly credential?: { readonly title: string; readonly facts: readonly PromptFact[] };
}

/** Copies a text; asks the user first if it is a credential in use or holds one. Rejects with `cancelled`. */
export type CopyToClipboard = (copied: Copied, signal?: AbortSignal) => Promise<ClipboardState>;

export interface ClipboardGateParts {
  readonly copy: Platform['clipboard']['copy'];
  readonly spend: GestureGate['spend'];
  readonly ask: Ask;
  readonly known: Pick<KnownCredentials, 'index' | 'list'>;
  /** Searches large texts; without it they are searched in place. */
  readonly work?: LeavingWork;
}

/** Ways out of main other than to the page: the clipboard, and a file that the user chooses. */
export interface LeavingGate {
  readonly copy: CopyToClipboard;
  /** Lets a value go into a file; asks first if it is or holds a credential in use. Rejects with `cancelled`. */
  readonly letIntoFile: (saved: Pick<Copied, 'text' | 'facts'>, signal?: AbortSignal) => Promise<void>;
}

/** Makes the only way from a call to the clipboard and into files. */
export function createLeavingGate({ copy, spend, ask, known, work }: ClipboardGateParts): LeavingGate {
  const { leftOf } = makeLeaving(known, work);

  /** Question about the credentials in a text; undefined if it holds none. */
  async function whatIsIn(text: string, verb: 'Copy' | 'Save'): Promise<Copied['credential']> {
    try {
      const left = await leftOf(text, 'refuse', 'in-use', false);
      return left === undefined ? aboutInUse(known, text, verb) : undefined;
    } catch (error) {
      if (!(error instanceof AppFailure)) throw error;
      return {
        title: `${verb} a text that may contain a credential?`,
        facts: [prose('Text', `${inCharacters(text.length)}, could not be searched for credentials`)],
      };
    }
  }

  async function agree(
    { title, facts }: NonNullable<Copied['credential']>,
    origin: readonly PromptFact[] | undefined,
    words: { readonly what: string; readonly action: string; readonly declined: string },
    signal?: AbortSignal,
  ): Promise<void> {
    const answer = await ask(
      {
        kind: 'confirm',
        title,
        action: words.action,
        destructive: false,
        facts: [...(origin ?? []), ...facts],
        body: [words.what],
      },
      signal,
    );
    if (answer.kind === 'cancel' || signal?.aborted === true) throw cancelled(words.declined);
  }

  return {
    copy: async ({ text, facts, plain, credential }, signal) => {
      await spend(plain ? 'Copy text to the clipboard' : 'Copy a value to the clipboard', signal);
      const question = credential ?? (await whatIsIn(text, 'Copy'));
      signal?.throwIfAborted();
      if (question === undefined) return copy(text, plain ? 'text' : 'secret');
      await agree(question, facts, toClipboard, signal);
      return copy(text, 'credential');
    },
    letIntoFile: async ({ text, facts }, signal) => {
      const question = await whatIsIn(text, 'Save');
      if (question !== undefined) await agree(question, facts, toFile, signal);
    },
  };
}

const toClipboard = {
  what: 'Every program can read the clipboard until it is cleared.',
  action: 'Copy',
  declined: 'Cancelled. Nothing was copied.',
};
const toFile = {
  what: 'Saved unencrypted, readable by your account only.',
  action: 'Choose a file',
  declined: 'Cancelled. No file was written.',
};

function aboutInUse(
  { index }: Pick<KnownCredentials, 'index'>,
  text: string,
  verb: 'Copy' | 'Save',
): Copied['credential'] {
  const kind = index.kindOf(text);
  const length = inCharacters(text.length);
  return kind === undefined
    ? {
        title: `${verb} this text with a credential in it?`,
        facts: [prose('Text', `${length}, with a credential in use, such as a token`)],
      }
    : {
        title: `${verb} this credential?`,
        facts: [prose(kindsInWords[kind], `${length}, in use`)],
      };
}

function inCharacters(length: number): string {
  return `${grouped(length)} characters`;
}

export interface CopyParts {
  readonly copy: CopyToClipboard;
  readonly secrets: SecretStore;
  /** Display names and targets of the open sessions, for prompts. */
  readonly sessions: {
    readonly lookOf: (sessionId: string) => PromptLook | undefined;
    readonly targetOf: (sessionId: string) => ConnectionTarget | undefined;
  };
}

/** Copies a credential once the user has agreed. Rejects with `cancelled`. */
export async function copyCredential(
  parts: CopyParts,
  secretRef: string,
  signal?: AbortSignal,
): Promise<ClipboardState> {
  const { secret, credential } = parts.secrets.read(secretRef);
  return copyAsked(parts, secret, [credential], signal);
}

/** Copies a value of an answer; asks first if it holds a credential. Rejects with `cancelled`. */
export async function copyFromAnswer(
  parts: CopyParts & { readonly answers: Answers },
  answerId: string,
  { pointer, decoded = false }: { readonly pointer: string; readonly decoded?: boolean },
  signal?: AbortSignal,
): Promise<ClipboardState> {
  const { answers, copy } = parts;
  const copied = await answers.textAt(answerId, pointer);
  const text = decoded ? decodedText(copied) : copied;
  const credentials = await answers.credentialsAt(answerId, pointer);
  const state =
    credentials === undefined
      ? await copy({ text }, signal)
      : await copyAsked(parts, text, credentials, signal);
  answers.noteSeen(answerId);
  return state;
}

/** Throws `invalid-input` if the value is not base64 of a text. */
function decodedText(encoded: string): string {
  const text = base64Text(encoded);
  if (text !== undefined) return text;
  throw new AppFailure({
    kind: 'invalid-input',
    field: 'decoded',
    message: 'This value is not a text in base64. Nothing was copied.',
    hint: 'Copy it as it is.',
  });
}

async function copyAsked(
  parts: CopyParts,
  text: string,
  credentials: readonly SecretRef[],
  signal?: AbortSignal,
): Promise<ClipboardState> {
  const facts = credentials.map((ref) => credentialFact(parts, ref));
  const state = await parts.copy(
    { text, credential: { title: copyTitle(credentials.length), facts } },
    signal,
  );
  for (const { secretRef } of credentials) parts.secrets.noteTaken(secretRef);
  return state;
}

function copyTitle(count: number): string {
  if (count === 0) return 'Copy a response that could not be parsed?';
  return count === 1 ? 'Copy this credential?' : `Copy ${count} credentials?`;
}

function credentialFact(
  { secrets, sessions }: CopyParts,
  { secretRef, kind, length }: SecretRef,
): PromptFact {
  const owner = secrets.sessionOf(secretRef) ?? '';
  const look = sessions.lookOf(owner);
  const target = sessions.targetOf(owner) ?? targetOfOwner(owner);
  const whose = target === undefined ? '' : `, ${serverFact(look, addressOf(target.address)).value}`;
  return prose(kindsInWords[kind], `${inCharacters(length)}${whose}`);
}

/** Returns the clipboard's token and a hint to recognise it. Rejects with `invalid-input`, quoting no text. */
export async function tokenOnClipboard(
  read: () => Promise<string>,
): Promise<{ readonly token: string; readonly looksLike: string }> {
  const token = tokenByShape(await read());
  if (token === undefined) {
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'clipboard',
      message: 'The clipboard has no wrapping token.',
      hint: 'Copy the token alone, or type it.',
    });
  }
  return { token, looksLike: `${token.slice(0, 8)}…, ${grouped(token.length)} characters` };
}
