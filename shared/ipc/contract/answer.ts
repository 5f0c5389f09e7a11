/** One-time results that main stores, and the credentials in them. */
import type { AnswerSummary, AnswerView } from '../../vault/answer.ts';
import type { ProfileColour } from '../../vault/connection.ts';
import type { SecretKind, SecretRef } from '../../vault/secret-ref.ts';
import type { ClipboardState } from './app.ts';
import type { Call, None } from './call.ts';
import type { SessionView } from './session.ts';

export interface AnswerCalls {
  'secret.copy': Call<{ readonly secretRef: string }, ClipboardState>;
  'secret.show': Call<{ readonly secretRef: string }, None>;
  /**
   * A credential typed in the secure prompt; main chooses its wording by kind. `sessionId` absent: for no session.
   * `cancelled` if the prompt is closed.
   */
  'secret.enter': Call<{ readonly sessionId?: string; readonly kind: SecretKind }, SecretRef>;
  'secret.dismiss': Call<{ readonly secretRef: string }, None>;

  /** One-time results, newest first; then discarded ones that can be restored. */
  'answer.list': Call<None, readonly AnswerSummary[]>;
  'answer.view': Call<{ readonly answerId: string }, AnswerView>;
  'answer.reveal': Call<
    { readonly answerId: string; readonly pointer: string },
    { readonly rawJson: string }
  >;
  /** Every hidden value as if revealed, except credentials. Values beyond the total size limit stay hidden. */
  'answer.revealAll': Call<
    { readonly answerId: string },
    { readonly values: readonly (readonly [pointer: string, rawJson: string])[] }
  >;
  /**
   * Copies one value (an object or a list as JSON) without revealing it; credentials too. `decoded`: its
   * base64-decoded text.
   */
  'answer.copy': Call<
    { readonly answerId: string; readonly pointer: string; readonly decoded?: boolean },
    ClipboardState
  >;
  /** The whole response, indented; hidden values are a line of dots unless `reveal`, credentials always. */
  'answer.raw': Call<{ readonly answerId: string; readonly reveal: boolean }, { readonly text: string }>;
  /** Opens a save dialog; writes the response as sent, credentials included, after a question in the prompt. */
  'answer.toFile': Call<{ readonly answerId: string }, { readonly fileName: string }>;
  /**
   * Removes a result from the list. Confirmed in the secure prompt if it is one-time and was never copied, saved or
   * shown. `cancelled` if the user declines.
   */
  'answer.dismiss': Call<{ readonly answerId: string }, None>;
  /** Restores a discarded result, within ten minutes. */
  'answer.restore': Call<{ readonly answerId: string }, AnswerView>;
  /** Uses the client token of a result: replaces its session's token or opens another session. */
  'answer.adopt': Call<
    {
      readonly answerId: string;
      readonly how: 'replace' | 'beside';
      readonly name?: string;
      readonly colour?: ProfileColour;
    },
    SessionView
  >;
}

export interface AnswerEvents {
  /** One-time results, newest first; then discarded ones that can be restored. */
  'answer.changed': readonly AnswerSummary[];
}
