/** Answers that main holds, and the credentials in them. */
import type { AnswerSummary, AnswerView } from '../../vault/answer.ts';
import type { ProfileColour } from '../../vault/connection.ts';
import type { SecretKind, SecretRef } from '../../vault/secret-ref.ts';
import type { ClipboardState } from './app.ts';
import type { Call, None } from './call.ts';
import type { SessionView } from './session.ts';

export interface AnswerCalls {
  'secret.copy': Call<{ readonly secretRef: string }, ClipboardState>;
  'secret.show': Call<{ readonly secretRef: string }, None>;
  /** A credential typed in the trusted view, whose words are main's by its kind; `sessionId` absent: of no session. `cancelled` when it is closed. */
  'secret.enter': Call<{ readonly sessionId?: string; readonly kind: SecretKind }, SecretRef>;
  'secret.dismiss': Call<{ readonly secretRef: string }, None>;

  /** Held answers that exist once, newest first; then those that were dismissed and can be restored. */
  'answer.list': Call<None, readonly AnswerSummary[]>;
  'answer.view': Call<{ readonly answerId: string }, AnswerView>;
  'answer.reveal': Call<
    { readonly answerId: string; readonly pointer: string },
    { readonly rawJson: string }
  >;
  /** Every hidden value, each as if revealed; credentials stay where they are, and so does what is too long together. */
  'answer.revealAll': Call<
    { readonly answerId: string },
    { readonly values: readonly (readonly [pointer: string, rawJson: string])[] }
  >;
  /** Copies one value (an object or a list as JSON) without revealing it; credentials too. `decoded`: the text that its base64 stands for. */
  'answer.copy': Call<
    { readonly answerId: string; readonly pointer: string; readonly decoded?: boolean },
    ClipboardState
  >;
  /** The whole answer, indented; hidden values a line of dots unless `reveal`, credentials always hidden. */
  'answer.raw': Call<{ readonly answerId: string; readonly reveal: boolean }, { readonly text: string }>;
  /** A save dialog; the answer as the server sent it, credentials and all, after a question in the trusted view. */
  'answer.toFile': Call<{ readonly answerId: string }, { readonly fileName: string }>;
  /**
   * Takes an answer off the list; confirmed in the trusted view where it exists once and nobody has copied, saved or seen it
   * yet. `cancelled` where the person declines.
   */
  'answer.dismiss': Call<{ readonly answerId: string }, None>;
  /** Takes a dismissal back, within ten minutes. */
  'answer.restore': Call<{ readonly answerId: string }, AnswerView>;
  /** The client token in an answer: in the place of its session's own, or as another session beside it. */
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
  /** Held answers that exist once, newest first; then those that were dismissed and can be restored. */
  'answer.changed': readonly AnswerSummary[];
}
