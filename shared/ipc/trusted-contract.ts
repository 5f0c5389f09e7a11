/**
 * The secure prompt's own small contract. It runs in its own origin (`app://trusted`), partition and process, shows
 * one request as a prompt, answers once, and is destroyed. On screen, credentials exist only here.
 */
import type { CertificateFacts } from './result.ts';

/**
 * Abort reason with which main itself ends a prompt, because the awaited result has arrived. Any other reason is the
 * page's: the prompt then says it was withdrawn, and stays until the user closes it.
 */
export const promptSettled = Symbol('prompt settled');

/** A fact to decide by, e.g. “Path”. Shown above everything else. */
export interface PromptFact {
  readonly name: string;
  readonly value: string;
  /** Words, not a name, path or address: not monospaced. */
  readonly prose?: true;
  /** Amber. */
  readonly notice?: true;
}

/**
 * A sentence on the one scale of risk: `risk` is a danger, a red block; `notice` is worth a look, an amber line; `info`
 * is the normal case, such as a first connection.
 */
export interface PromptNote {
  readonly tone: 'risk' | 'notice' | 'info';
  readonly text: string;
}

/** A line that a change adds to a text or removes from it. */
export interface ChangedLine {
  readonly kind: 'added' | 'removed';
  readonly text: string;
}

/** Changes that a save makes to a text. */
export interface TextChanges {
  readonly lines: readonly ChangedLine[];
  readonly added: number;
  readonly removed: number;
}

/** One line of a field: its new value, its old value, or the sent value if nothing could be compared. */
export interface FieldLine {
  readonly kind: 'added' | 'removed' | 'sent';
  readonly text: string;
}

/** A field that a request sets; a list has one line per item. */
export interface ChangedField {
  /** E.g. `policies`, `metadata / team`. */
  readonly name: string;
  readonly lines: readonly FieldLine[];
}

/** Mark that tells a real prompt from an imitation: known to main, the user and the secure prompt. */
export interface PromptMark {
  readonly phrase: string;
  /** Seed of the picture: eight hexadecimal digits. */
  readonly picture: string;
}

/** Environment of the connection, e.g. `production`, and the colour of its badge. */
export interface PromptEnvironment {
  readonly name: string;
  readonly colour: string;
}

/** Destination of a token, shown above the field so that the user confirms it by logging in. */
export interface DestinationFacts {
  readonly name: string;
  readonly address: string;
  readonly namespace: string;
  /** E.g. Certificate: "verified by CA file payments-ca.pem"; Connection security: "none (http)". */
  readonly trust: PromptFact;
  readonly proxy: string;
  readonly colour: string;
  /** Environment of the connection; absent if not set. */
  readonly environment?: string;
  readonly certificate?: CertificateFacts;
  /** Risks, and changes since the last login (certificate, cluster); shown before anything is sent. */
  readonly notes?: readonly PromptNote[];
  /** Set if nothing was sent there yet: never contacted, or never with these settings. */
  readonly contact?: 'first' | 'changed';
}

/** One changed setting that decides a token's destination or the trust in it. */
export interface TrustChange {
  readonly what: string;
  /** Empty for a new setting. */
  readonly before: string;
  readonly after: string;
  /** Words, not a name, path or address: not monospaced. */
  readonly prose?: true;
  /** Amber. */
  readonly notice?: true;
}

/** One field of a form in the secure prompt. */
export interface TrustedField {
  readonly name: string;
  readonly label: string;
  /** Masked, with a toggle to show it. */
  readonly secret: boolean;
  /** Initial value; never a credential. */
  readonly value?: string;
  readonly placeholder?: string;
  readonly hint?: string;
  readonly optional?: boolean;
  /** Several lines, e.g. a JWT or a key. */
  readonly multiline?: boolean;
  /** `token`: white space at its ends is visibly removed, inside it is an error. `digits`: a passcode. */
  readonly form?: 'token' | 'digits';
}

/** Longest text a user can enter, in UTF-16 code units: far above any token, share or passphrase. */
export const longestTrustedText = 64 * 1024;

/** One of several answers to a question; the first is selected initially. */
export interface PromptChoice {
  readonly value: string;
  readonly label: string;
  /** Explanation in one line. */
  readonly hint: string;
  /** Requests that it sends, e.g. `POST /v1/auth/token/revoke-self`. */
  readonly requests?: readonly string[];
  /** Label of the button while this is selected. */
  readonly action: string;
  readonly destructive: boolean;
}

/** Request for the secure prompt, and the environment badge that it shows as the window does. */
export type TrustedRequest = Asked & { readonly environment?: PromptEnvironment };

type Asked =
  /** The user types or pastes a token. `problem`: reason why the last try failed. */
  | { readonly kind: 'enter-token'; readonly destination: DestinationFacts; readonly problem?: string }
  /** Confirms sending a token that main already has (from the environment) to this destination. */
  | {
      readonly kind: 'confirm-token';
      /** Set if it is not for logging in. */
      readonly title?: string;
      readonly destination: DestinationFacts;
      readonly tokenFrom: string;
      readonly problem?: string;
      /** The action has the focus, so Enter agrees: the user is logged in there, and it is only a check. */
      readonly enterAgrees?: boolean;
    }
  /**
   * A question with consequences. The user must type `typedName` if given; with `choices` the answer's text is the
   * value of one. The title is main's own text: names from a page or a server (a path, a connection) go into `facts`.
   */
  | {
      readonly kind: 'confirm';
      readonly title: string;
      readonly facts?: readonly PromptFact[];
      /** Risks and notices, above the body. */
      readonly notes?: readonly PromptNote[];
      readonly body: readonly string[];
      /** Shown below the body; must be scrolled to its end as well. */
      readonly changes?: TextChanges;
      /** The same for the fields of the request body. */
      readonly fields?: readonly ChangedField[];
      readonly action: string;
      /** Red: something is destroyed. */
      readonly destructive: boolean;
      /** Ctrl+Enter agrees, as to everything destructive. */
      readonly chord?: true;
      readonly typedName?: string;
      readonly choices?: readonly PromptChoice[];
      /** At the very end, for whoever wants to know more; need not be scrolled to. */
      readonly details?: readonly ChangedField[];
    }
  /** Confirms a connection's changed destination or trust. */
  | {
      readonly kind: 'confirm-trust';
      readonly title: string;
      readonly name: string;
      readonly colour: string;
      readonly changes: readonly TrustChange[];
      /** Risks and consequences: open sessions end … */
      readonly notes: readonly PromptNote[];
      readonly action: string;
      readonly certificate?: CertificateFacts;
    }
  /** The user types the passphrase of a key file. */
  | { readonly kind: 'enter-passphrase'; readonly fileName: string; readonly problem?: string }
  /** Credentials of a login, a second factor, an unseal key share …: one form, sent to `destination` if given. */
  | {
      readonly kind: 'enter-fields';
      readonly title: string;
      /** E.g. the request that carries the input. */
      readonly facts?: readonly PromptFact[];
      readonly intro: readonly string[];
      readonly destination?: DestinationFacts;
      readonly fields: readonly TrustedField[];
      readonly action: string;
      readonly problem?: string;
    }
  /**
   * Waits for another device (a browser, a phone); main closes the prompt when the result arrives. `code` is for
   * reading, e.g. the number to choose on the phone. With `field`, the user can paste the result instead.
   */
  | {
      readonly kind: 'wait';
      readonly title: string;
      readonly lines: readonly string[];
      readonly code?: string;
      readonly field?: TrustedField;
      /** The button of `field`. */
      readonly action?: string;
      readonly problem?: string;
    }
  /** Shows a credential that the user must read; `secret` exists only here. */
  | {
      readonly kind: 'show-secret';
      readonly title: string;
      readonly facts?: readonly PromptFact[];
      readonly note: string;
      readonly secret: string;
      /** Label of the button if it confirms more than reading; `later` then closes the prompt without confirming. */
      readonly action?: string;
      readonly later?: string;
      /** Offers printing, as paper is a way to store it. */
      readonly printable?: boolean;
    }
  /** The user chooses another phrase and picture; answered by the fields `phrase` and `picture`. */
  | { readonly kind: 'choose-mark'; readonly mark: PromptMark };

/**
 * Answer of the prompt; `submit` carries the typed text for the kinds that take one, else an empty string.
 * `enter-fields` answers every field by its name.
 */
export type TrustedAnswer =
  | { readonly kind: 'submit'; readonly text: string }
  | { readonly kind: 'fields'; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: 'cancel' };

/** Data that the prompt draws. */
export interface AskedPrompt {
  readonly request: TrustedRequest;
  readonly theme: 'light' | 'dark';
  readonly mark: PromptMark;
  /** The user has not seen the mark yet. */
  readonly introducesMark: boolean;
}

/** API that its preload puts on `window.trusted`. Main decides when an answer is accepted; the page only shows it. */
export interface TrustedBridge {
  readonly request: () => Promise<AskedPrompt | null>;
  /** Tells main that the current prompt has been painted; resolves when it is armed. */
  readonly painted: () => Promise<void>;
  /** Resolves when the caller has withdrawn the request. */
  readonly withdrawn: () => Promise<void>;
  /** True if main would accept an answer now. Called before the fields are emptied to answer. */
  readonly mayAnswer: () => Promise<boolean>;
  /** False if main did not accept it. */
  readonly answer: (answer: TrustedAnswer) => Promise<boolean>;
  /** `show-secret` only: main copies it with the usual timed clearing. False if not armed. */
  readonly copy: () => Promise<boolean>;
  /** `show-secret` that is printable only: opens the system's print dialog. False if not armed or not printed. */
  readonly print: () => Promise<boolean>;
  /** `choose-mark` only: another phrase and picture, generated by main; null for any other prompt. */
  readonly drawMark: () => Promise<PromptMark | null>;
}
