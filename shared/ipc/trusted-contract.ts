/**
 * The trusted view's own, tiny contract. It runs on its own origin (`app://trusted`), partition and process, shows one
 * request as a prompt, answers once, and is destroyed. Credentials exist here and in main, nowhere else on screen.
 */
import type { CertificateFacts } from './result.ts';

/**
 * The reason of an abort by which main itself ends a prompt, because what it waited for has come. An abort for any other
 * reason is the page's: that prompt says it was withdrawn, and stays until the person closes it.
 */
export const promptSettled = Symbol('prompt settled');

/** A fact to decide by, e.g. “Path”. It is shown above everything else and stays in view. */
export interface PromptFact {
  readonly name: string;
  readonly value: string;
}

/** A line that is about to be added to a text, or removed from it. */
export interface ChangedLine {
  readonly kind: 'added' | 'removed';
  readonly text: string;
}

/** What a save changes in a text. */
export interface TextChanges {
  readonly lines: readonly ChangedLine[];
  readonly added: number;
  readonly removed: number;
}

/** One line of a field: what it becomes, what it no longer is, or what is sent where nothing could be compared. */
export interface FieldLine {
  readonly kind: 'added' | 'removed' | 'sent';
  readonly text: string;
}

/** A field that a request sets. A list has a line for each item. */
export interface ChangedField {
  /** E.g. `policies`, `metadata / team`. */
  readonly name: string;
  readonly lines: readonly FieldLine[];
}

/** What tells a real prompt from a drawn one: known to main, the person and the trusted view. */
export interface PromptMark {
  readonly phrase: string;
  /** What the picture is drawn from: eight hexadecimal digits. */
  readonly picture: string;
}

/** What the connection is for that a prompt is about, e.g. `production`, and the colour of its badge. */
export interface PromptEnvironment {
  readonly name: string;
  readonly colour: string;
}

/** Facts of where a token is about to go, shown above the field so that a person confirms them by logging in. */
export interface DestinationFacts {
  readonly name: string;
  readonly address: string;
  readonly namespace: string;
  /** E.g. "verified by the operating system's store", "CA file payments-ca.pem", "not verified". */
  readonly trust: string;
  readonly skipVerify: boolean;
  readonly proxy: string;
  readonly colour: string;
  /** What the connection is for; absent where it is not said. */
  readonly environment?: string;
  readonly certificate?: CertificateFacts;
  /** What is not as it was last time (certificate, cluster), in sentences; said before anything is sent. */
  readonly warnings?: readonly string[];
  /** Nothing was sent there yet: this server was never contacted, or never with these settings. */
  readonly contact?: 'first' | 'changed';
}

/** One setting that decides where a token goes or what is trusted, before and after. */
export interface TrustChange {
  readonly what: string;
  /** Empty for something new. */
  readonly before: string;
  readonly after: string;
}

/** One field of a form in the trusted view. */
export interface TrustedField {
  readonly name: string;
  readonly label: string;
  /** Masked, with a toggle to look. */
  readonly secret: boolean;
  /** What stands in it at first; never a credential. */
  readonly value?: string;
  readonly placeholder?: string;
  readonly hint?: string;
  readonly optional?: boolean;
  /** Several lines, e.g. a JWT or a key. */
  readonly multiline?: boolean;
  /** `token`: white space at its ends is taken off in the open, and none may be inside. `digits`: a passcode. */
  readonly form?: 'token' | 'digits';
}

/** Longest text a person may hand in, in UTF-16 code units: far above any token, share or passphrase. */
export const longestTrustedText = 64 * 1024;

/** One of several answers to a question; the first is chosen at first. */
export interface PromptChoice {
  readonly value: string;
  readonly label: string;
  /** What it means, in a line. */
  readonly hint: string;
  /** What the button says while it is chosen. */
  readonly action: string;
  readonly destructive: boolean;
}

/** What the trusted view is asked to do, and in which environment: it stands over the prompt as it stands over the window. */
export type TrustedRequest = Asked & { readonly environment?: PromptEnvironment };

type Asked =
  /** Type or paste a token. `problem` is why the last try failed. */
  | { readonly kind: 'enter-token'; readonly destination: DestinationFacts; readonly problem?: string }
  /** Send a token that main already has (from the environment) to this destination? */
  | {
      readonly kind: 'confirm-token';
      /** Where it is not for logging in. */
      readonly title?: string;
      readonly destination: DestinationFacts;
      readonly tokenFrom: string;
      readonly problem?: string;
      /** The action has the focus, so that Enter agrees: it goes where this person is logged in already, to be checked only. */
      readonly enterAgrees?: boolean;
    }
  /**
   * A question with consequences; `typedName` must be typed where it is given, and with `choices` the answer's text is the
   * value of one. The title is main's own words: what a page or a server has named (a path, a connection) stands in `facts`.
   */
  | {
      readonly kind: 'confirm';
      readonly title: string;
      readonly facts?: readonly PromptFact[];
      readonly body: readonly string[];
      /** Shown below the body, and read to its end as that is. */
      readonly changes?: TextChanges;
      /** The same for the fields of the body that is sent. */
      readonly fields?: readonly ChangedField[];
      readonly action: string;
      readonly destructive: boolean;
      readonly typedName?: string;
      readonly choices?: readonly PromptChoice[];
    }
  /** May this connection lead elsewhere, or be trusted otherwise, than before? */
  | {
      readonly kind: 'confirm-trust';
      readonly title: string;
      readonly name: string;
      readonly colour: string;
      readonly changes: readonly TrustChange[];
      /** What follows, in sentences: open sessions end … */
      readonly consequences: readonly string[];
      readonly action: string;
      readonly certificate?: CertificateFacts;
    }
  /** A passphrase for a key file. */
  | { readonly kind: 'enter-passphrase'; readonly fileName: string; readonly problem?: string }
  /** Credentials of a login, a second factor, an unseal key share …: one form, sent to `destination` where it is given. */
  | {
      readonly kind: 'enter-fields';
      readonly title: string;
      /** E.g. the request that carries what is entered. */
      readonly facts?: readonly PromptFact[];
      readonly intro: readonly string[];
      readonly destination?: DestinationFacts;
      readonly fields: readonly TrustedField[];
      readonly action: string;
      readonly problem?: string;
    }
  /**
   * Something else is awaited (a browser, a phone); main closes the view when it has come. `code` is to be read, e.g. the
   * number to choose on the phone. With `field`, what can be pasted instead of waiting.
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
  /** Show a credential that a person must read; `secret` exists only here. */
  | {
      readonly kind: 'show-secret';
      readonly title: string;
      readonly note: string;
      readonly secret: string;
      /** What the button says where it means more than that it was read; `later` is the way out then. */
      readonly action?: string;
      readonly later?: string;
      /** Paper is a place to keep it. */
      readonly printable?: boolean;
    }
  /** Choose another phrase and picture; answered by the fields `phrase` and `picture`. */
  | { readonly kind: 'choose-mark'; readonly mark: PromptMark };

/**
 * What it answers; `submit` carries the typed text for the kinds that take one, else an empty string. `enter-fields`
 * answers every field by its name.
 */
export type TrustedAnswer =
  | { readonly kind: 'submit'; readonly text: string }
  | { readonly kind: 'fields'; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: 'cancel' };

/** What the view is given to draw. */
export interface AskedPrompt {
  readonly request: TrustedRequest;
  readonly theme: 'light' | 'dark';
  readonly mark: PromptMark;
  /** The person has not met the mark yet. */
  readonly introducesMark: boolean;
}

/** What its preload puts on `window.trusted`. Main decides when an answer is taken; the page only shows it. */
export interface TrustedBridge {
  readonly request: () => Promise<AskedPrompt | null>;
  /** Tells main that the prompt, as it is now, has been painted; resolves when it is armed. */
  readonly painted: () => Promise<void>;
  /** Resolves when whoever asked has withdrawn the request. */
  readonly withdrawn: () => Promise<void>;
  /** Whether an answer would be taken now. Asked before the fields are emptied to answer. */
  readonly mayAnswer: () => Promise<boolean>;
  /** False where main did not take it. */
  readonly answer: (answer: TrustedAnswer) => Promise<boolean>;
  /** `show-secret` only: main copies it with the usual timed clearing. False where it was not armed. */
  readonly copy: () => Promise<boolean>;
  /** `show-secret` that is printable only: opens the system's print dialog. False where it was not armed, or not printed. */
  readonly print: () => Promise<boolean>;
  /** `choose-mark` only: another phrase and picture, made by main; null for any other prompt. */
  readonly drawMark: () => Promise<PromptMark | null>;
}
