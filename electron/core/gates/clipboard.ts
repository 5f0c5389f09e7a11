/**
 * The clipboard belongs to every program of the machine, the app's own page among them. A credential gets there only by a
 * click in the trusted view: a broken page that could copy one would have it with the person's next Ctrl+V (which
 * `window/paste-guard.ts` drops besides). And what other programs have put there is nobody's business: it is read for a
 * wrapping token only, taken only if it has the shape of one, and sent only after a person has seen where to.
 *
 * Values of entries and answers that are no credentials are copied without a question: a page can reveal them anyway.
 */
import type { ClipboardState } from '../../../shared/ipc/contract.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { base64Text } from '../../../shared/vault/base64.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import type { Answers } from '../credentials/large-answers.ts';
import { kindsInWords } from '../credentials/kinds-in-words.ts';
import { targetOfOwner } from '../credentials/secrets.ts';
import type { SecretStore } from '../credentials/secrets.ts';
import { tokenByShape } from '../credentials/token-text.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import { addressOf } from '../connection/address.ts';
import { cancelled } from '../connection/connect.ts';
import type { PromptLook } from '../connection/connect.ts';
import type { Ask } from '../platform.ts';

export interface CopyParts {
  readonly ask: Ask;
  readonly secrets: SecretStore;
  readonly clipboard: {
    readonly copySecret: (text: string) => Promise<ClipboardState>;
    readonly copyCredential: (text: string) => Promise<ClipboardState>;
  };
  /** How prompts call the open sessions, and where they lead. */
  readonly sessions: {
    readonly lookOf: (sessionId: string) => PromptLook | undefined;
    readonly targetOf: (sessionId: string) => ConnectionTarget | undefined;
  };
}

/** Copies a credential once the person has agreed. Rejects with `cancelled`. */
export async function copyCredential(
  parts: CopyParts,
  secretRef: string,
  signal?: AbortSignal,
): Promise<ClipboardState> {
  const { secret, credential } = parts.secrets.read(secretRef);
  return copyAsked(parts, secret, [credential], signal);
}

/** Copies a value of an answer; asks first where a credential is in it. Rejects with `cancelled`. */
export async function copyFromAnswer(
  parts: CopyParts & { readonly answers: Answers },
  answerId: string,
  { pointer, decoded = false }: { readonly pointer: string; readonly decoded?: boolean },
  signal?: AbortSignal,
): Promise<ClipboardState> {
  const { answers, clipboard } = parts;
  const copied = await answers.textAt(answerId, pointer);
  const text = decoded ? decodedText(copied) : copied;
  const credentials = await answers.credentialsAt(answerId, pointer);
  const state =
    credentials === undefined
      ? await clipboard.copySecret(text)
      : await copyAsked(parts, text, credentials, signal);
  answers.noteSeen(answerId);
  return state;
}

/** Throws `invalid-input` where it is no text in base64. */
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
  const answer = await parts.ask(
    {
      kind: 'confirm',
      title: copyTitle(credentials.length),
      body: [
        ...new Set(credentials.map((ref) => inWords(parts, ref))),
        'Every program can read the clipboard until it is cleared. In Strongroom it can be pasted into a prompt like this only.',
      ],
      action: 'Copy',
      destructive: false,
    },
    signal,
  );
  if (answer.kind === 'cancel' || signal?.aborted === true) throw cancelled('Cancelled. Nothing was copied.');
  const state = await parts.clipboard.copyCredential(text);
  for (const { secretRef } of credentials) parts.secrets.noteTaken(secretRef);
  return state;
}

function copyTitle(count: number): string {
  if (count === 0) return 'Copy a response that could not be parsed?';
  return count === 1 ? 'Copy this credential?' : `Copy ${count} credentials?`;
}

function inWords({ secrets, sessions }: CopyParts, { secretRef, kind, length }: SecretRef): string {
  const owner = secrets.sessionOf(secretRef) ?? '';
  const look = sessions.lookOf(owner);
  const target = sessions.targetOf(owner) ?? targetOfOwner(owner);
  const from = look === undefined ? '' : ` ${look.saved ? `“${look.name}”` : look.name},`;
  const whose = target === undefined ? '' : ` from${from} ${addressOf(target.address)}`;
  return `${kindsInWords[kind]}${whose}, ${length.toLocaleString('en')} characters.`;
}

/** A token on the clipboard, and how a person recognises it. Rejects with `invalid-input`, saying nothing of what is there. */
export async function tokenOnClipboard(
  read: () => Promise<string>,
): Promise<{ readonly token: string; readonly looksLike: string }> {
  const token = tokenByShape(await read());
  if (token === undefined) {
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'clipboard',
      message: 'The clipboard holds no wrapping token.',
      hint: 'Copy the token alone, or type it.',
    });
  }
  return { token, looksLike: `${token.slice(0, 8)}…, ${token.length.toLocaleString('en')} characters` };
}
