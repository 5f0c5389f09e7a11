/**
 * The gate in front of every client of a server: every request, regardless of its author, is judged by what it
 * destroys (`consequence-of-request.ts`), and a destructive one is asked about in the secure prompt. No other code
 * asks, and the gate cannot be bypassed: clients are made only with it around them (`loadVaultClient`), so a screen's
 * call, a job, a timer and the request console meet the same question for the same request. A page that is already
 * broken therefore destroys nothing unseen, and a new call cannot forget to ask.
 *
 * A use-case that knows more than the request shows (what dies with a token, the number of versions) passes its own
 * words (`Consent.question`); the gate still decides if it asks, and shows the request beside them (`question.ts`).
 * If one question covers many requests, the gate asks it first (`confirm`) and lets through exactly those requests,
 * each once.
 *
 * Two requests about the same path wait for each other, so that the judgement still holds when the request is sent.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type {
  ChangedField,
  PromptChoice,
  PromptFact,
  PromptNote,
  TrustedRequest,
} from '../../../shared/ipc/trusted-contract.ts';
import { environmentOf, serverFact } from '../connection/prompt-look.ts';
import { prepare } from '../../vault/http/prepare.ts';
import type { Confirmed, Question, VaultClient, VaultRequest } from '../../vault/http/types.ts';
import { consequenceOf } from './consequence-of-request.ts';
import { mintingReads, reasonFor } from './destructive-reasons.ts';
import { isHarmlessAtServer, isServers } from './harmless-writes.ts';
import { createConsents } from './consents.ts';
import type { Covered, CoveredPath } from './consents.ts';
import { createOneAtATime } from './one-at-a-time.ts';
import { questionBefore, questionOf, refuseUnreadable, requestFact, requestLines } from './question.ts';
import type { AskedRequest, PromptWords } from './question.ts';
import { factsFor } from './server-facts.ts';
import type { Asker } from './server-facts.ts';
import { createSaveCounter } from './versions-lost.ts';
import type { Ask } from '../platform.ts';

export interface ConsequenceParts {
  readonly ask: Ask;
  readonly nowMs: () => number;
}

/** One of several answers to a question, and the requests that it covers. */
export interface Choice extends PromptChoice {
  readonly covered: readonly Covered[];
}

/** A question about many requests; `fields` list what they are about. */
export interface ManyWords extends Pick<PromptWords, 'facts' | 'fields' | 'action' | 'destructive'> {
  readonly title: string;
  readonly body?: readonly string[];
  readonly typedName?: string;
}

/** A question of main's own with choices. */
export interface ChoiceWords extends Pick<PromptWords, 'title' | 'facts' | 'body' | 'fields'> {
  readonly notes: readonly PromptNote[];
  readonly choices: readonly PromptChoice[];
  readonly details: readonly ChangedField[];
}

export interface ConsequenceGate {
  /** Wraps a client with the gate. */
  readonly guard: (client: VaultClient) => VaultClient;
  /** Registers the asker behind a guarded client. Until then the gate knows no mounts, and asks more often. */
  readonly introduce: (client: VaultClient, asker: Asker) => void;
  /**
   * Asks now for requests that follow; rejects with `cancelled`. The result goes with them as `Consent.confirmed`.
   */
  readonly confirm: (
    client: VaultClient,
    question: Question,
    covered: readonly Covered[],
    signal?: AbortSignal,
  ) => Promise<Confirmed>;
  /**
   * Asks now for many requests that follow, which the question itself names: their bodies are values. Each list gets
   * a consent of its own, for the requests of one session. Nothing is looked up.
   */
  readonly confirmMany: (
    client: VaultClient,
    words: ManyWords,
    covered: readonly Iterable<CoveredPath>[],
    signal?: AbortSignal,
  ) => Promise<readonly Confirmed[]>;
  /** The same with a choice; also returns the chosen value. */
  readonly choose: (
    client: VaultClient,
    question: Question,
    choices: readonly Choice[],
    signal?: AbortSignal,
  ) => Promise<{ readonly value: string; readonly confirmed: Confirmed }>;
  /**
   * Asks by a question of main's own, whose answers cover requests that it names in words: a program gets what is
   * read, and what was made for it ends with it.
   */
  readonly chooseFor: (
    client: VaultClient,
    words: ChoiceWords,
    covered: Iterable<CoveredPath>,
    signal?: AbortSignal,
  ) => Promise<{ readonly value: string; readonly confirmed: Confirmed }>;
  /**
   * Prompts for a value that a request carries, e.g. a key share. Entering it in a prompt that states the effect
   * consents to that request, with the body that `read` makes of it. Rejects with `cancelled`.
   */
  readonly enter: <T extends { readonly body: string }>(
    client: VaultClient,
    entry: Entry<T>,
    signal?: AbortSignal,
  ) => Promise<T & { readonly confirmed: Confirmed }>;
}

/** Prompt for a value, and the request that carries it. */
export interface Entry<T extends { readonly body: string }> {
  readonly prompt: Extract<TrustedRequest, { readonly kind: 'enter-fields' }>;
  readonly request: Pick<Covered, 'method' | 'path'>;
  /** Builds the request body from the entered values. */
  readonly read: (values: Readonly<Record<string, string>>) => T;
}

/** Makes the gate of this run of the app. */
export function createConsequenceGate({ ask, nowMs }: ConsequenceParts): ConsequenceGate {
  const askers = new WeakMap<VaultClient, Asker>();
  const { consentTo, consentToPaths, wasConfirmed } = createConsents();
  const inTurn = createOneAtATime();
  const countSave = createSaveCounter();

  /** Returns the text of the answer. Rejects with `cancelled` if the user does not agree. */
  async function askPerson(
    client: VaultClient,
    words: PromptWords & Pick<Question, 'changes' | 'notes'> & Partial<Pick<ChoiceWords, 'details'>>,
    {
      request,
      choices,
    }: { readonly request?: VaultRequest; readonly choices?: readonly PromptChoice[] } = {},
  ): Promise<string> {
    refuseUnreadable(words);
    const { title, facts, notes, body, fields, action, typedName, changes, destructive } = words;
    const answer = await ask(
      {
        ...environmentOf(askers.get(client)?.look),
        kind: 'confirm',
        title,
        body,
        action,
        destructive,
        chord: true,
        facts: [...facts, placeFact(client, askers.get(client), request)],
        ...(notes === undefined ? {} : { notes }),
        ...(typedName === undefined ? {} : { typedName }),
        ...(changes === undefined ? {} : { changes }),
        ...(fields.length === 0 ? {} : { fields }),
        ...(choices === undefined ? {} : { choices }),
        ...(words.details === undefined ? {} : { details: words.details }),
      },
      request?.signal,
    );
    const answers = choices?.map(({ value }) => value) ?? (typedName === undefined ? undefined : [typedName]);
    if (answer.kind === 'submit' && answers?.includes(answer.text) !== false) return answer.text;
    throw new AppFailure({ kind: 'cancelled', message: 'Cancelled. Nothing was changed.' });
  }

  async function agree(guarded: VaultClient, client: VaultClient, request: VaultRequest): Promise<void> {
    const asker = askers.get(guarded);
    const key = entryKey(client, request);
    const facts = factsFor(client, asker, request);
    const consequence = await consequenceOf({ ...request, hasToken: request.token !== undefined }, facts, {
      nowMs: nowMs(),
      countSave: () => countSave(key, nowMs()),
    });
    const words = await questionOf(request, consequence, facts);
    if (words !== undefined)
      await askPerson(guarded, { ...words, ...shownBeside(request.consent?.question) }, { request });
  }

  /** Words of a question that precedes its requests. */
  async function wordsBefore(
    client: VaultClient,
    question: Question,
    covered: readonly Covered[],
    signal: AbortSignal | undefined,
  ): Promise<PromptWords & Pick<Question, 'changes' | 'notes'>> {
    const factsOf = (request: AskedRequest) =>
      factsFor(client, askers.get(client), { ...request, ...(signal === undefined ? {} : { signal }) });
    // Runs in parallel: with many entries, sequential reads would delay the question.
    const consequences = await Promise.all(
      covered.map((one) =>
        consequenceOf({ ...one, hasToken: one.token !== undefined }, factsOf(one), foreseen()),
      ),
    );
    const words = await questionBefore(question, covered, factsOf, consequences);
    return { ...words, ...shownBeside(question) };
  }

  /** Not sent yet, so no save is counted. */
  const foreseen = () => ({ nowMs: nowMs(), countSave: () => undefined });

  return {
    guard: (client) => {
      const send = async (request: VaultRequest) => {
        const harmless = request.consent?.concerns === undefined && isPlainlyHarmless(request);
        if (harmless || wasConfirmed(request)) return client.send(request);
        // Throws for an invalid request before the user is asked about it.
        prepare(client.options, request);
        return inTurn(entryKey(client, request), request.signal, async () => {
          await agree(guarded, client, request);
          return client.send(request);
        });
      };
      const guarded: VaultClient = { ...client, send };
      return guarded;
    },
    introduce: (client, asker) => void askers.set(client, asker),
    confirm: async (client, question, covered, signal) => {
      await askPerson(client, await wordsBefore(client, question, covered, signal), about(signal));
      return consentTo(covered);
    },
    confirmMany: async (client, words, covered, signal) => {
      await askPerson(client, { body: [], ...words }, about(signal));
      return Promise.all(covered.map(consentToPaths));
    },
    choose: async (client, question, choices, signal) => {
      const words = await wordsBefore(client, question, [], signal);
      const value = await askPerson(client, words, { ...about(signal), choices: choices.map(shownChoice) });
      const chosen = choices.find((choice) => choice.value === value);
      return { value, confirmed: consentTo(chosen?.covered ?? []) };
    },
    chooseFor: async (client, words, covered, signal) => {
      const value = await askPerson(client, withAction(words), { ...about(signal), choices: words.choices });
      return { value, confirmed: await consentToPaths(covered) };
    },
    enter: async (client, { prompt, request, read }, signal) => {
      const facts = [...(prompt.facts ?? []), requestFact(request)];
      const answer = await ask({ ...environmentOf(askers.get(client)?.look), ...prompt, facts }, signal);
      if (answer.kind !== 'fields')
        throw new AppFailure({ kind: 'cancelled', message: 'Cancelled. Nothing was sent.' });
      const typed = read(answer.values);
      return { ...typed, confirmed: consentTo([{ ...request, body: typed.body }]) };
    },
  };
}

function shownChoice({ covered, ...choice }: Choice): PromptChoice {
  return { ...choice, requests: requestLines(covered).lines.map(({ text }) => text) };
}

/** The button of a question with choices is its choice's. */
function withAction({ choices: [first], ...words }: ChoiceWords) {
  return { ...words, action: first?.action ?? '', destructive: false };
}

function shownBeside({ changes, notes }: Partial<Question> = {}): Pick<Question, 'changes' | 'notes'> {
  return { ...(changes === undefined ? {} : { changes }), ...(notes === undefined ? {} : { notes }) };
}

/** Carries the signal of the call, so that aborting it ends the question too. */
function about(signal: AbortSignal | undefined): { readonly request?: VaultRequest } {
  return signal === undefined ? {} : { request: { method: 'POST', path: '', signal } };
}

/** True for reads, and for writes to the server itself that need no lookup: there can be many at once. */
function isPlainlyHarmless({ method, path, body, token }: VaultRequest): boolean {
  const bare = path.replace(/^\/+|(?<!\/)\/+$/g, '');
  if (method === 'GET') return reasonFor(mintingReads, bare) === undefined;
  return method !== 'DELETE' && isServers(bare) && isHarmlessAtServer(bare, body, token !== undefined);
}

function placeFact(
  { options }: VaultClient,
  asker: Asker | undefined,
  request: VaultRequest | undefined,
): PromptFact {
  const namespace = (request?.namespace ?? options.namespace).replace(/^\/+|(?<!\/)\/+$/g, '');
  const where = `${options.address}${namespace === '' ? '' : `, namespace ${namespace}`}`;
  return serverFact(asker?.look, where);
}

/** Same for requests that must not be judged at the same time. */
function entryKey({ options }: VaultClient, { path, namespace = options.namespace }: VaultRequest): string {
  return JSON.stringify([options.address, namespace, path.replace(/(?<!\/)\/+$/, '')]);
}
