/** From an answer's text to what a screen sees of it, and to one value at a time. */
import { randomUUID } from 'node:crypto';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AnswerRow, AnswerView } from '../../../shared/vault/answer.ts';
import { MASK } from '../../../shared/vault/json-slices.ts';
import { redactExactly } from '../../../shared/vault/redact.ts';
import type { SecretKind, SecretRef } from '../../../shared/vault/secret-ref.ts';
import { asObject, asText } from '../../vault/api/fields.ts';
import { harmlessHeaders, loginOf, wrapFactsOf } from './answer-facts.ts';
import { indexAt, nodesOf } from './answer-nodes.ts';
import { copied, maskedText, rowsOf } from './answer-rows.ts';
import { sightsOf } from './answer-sight.ts';
import type { Sight } from './answer-sight.ts';
import type { NewAnswer } from './answers.ts';

type Known = ReadonlyMap<string, SecretKind>;

/** Puts a credential away and answers its card. */
export type Hold = (kind: SecretKind, secret: string) => SecretRef;

/** What a screen sees of an answer that has just come. */
export function viewOf(taken: NewAnswer, known: Known, hold: Hold): AnswerView {
  const { sessionId, title, method, path, answer, elapsedMs, once } = taken;
  const { text } = answer;
  const form = text === '' ? 'empty' : isJson(text) && answer.bytes === undefined ? 'json' : 'text';
  const inCards = new Set<string>();
  const card: Hold = (kind, secret) => {
    inCards.add(secret);
    return hold(kind, secret);
  };
  const { rows, rowsLeftOut } = form === 'json' ? jsonRows(taken, known, card) : textRows(text);
  const body: unknown = form === 'json' ? JSON.parse(text) : undefined;
  const cardAt = (pointer: string): SecretRef | undefined =>
    rows.find((row) => row.pointer === pointer)?.card ?? leftOut(body, pointer, card);
  const wrap = wrapFactsOf(body, cardAt);
  const login = loginOf(body, cardAt);
  const clean = (words: string): string => redactExactly(words, [...known.keys(), ...inCards]);
  return {
    answerId: randomUUID(),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...{ title, method, path, elapsedMs, once, form, rows, rowsLeftOut },
    at: new Date().toISOString(),
    status: answer.status,
    headers: harmlessHeaders(answer.headers).map(([name, value]) => [name, clean(value)] as const),
    warnings: answer.warnings.map(clean),
    ...(wrap === undefined ? {} : { wrap }),
    ...(login === undefined ? {} : { login }),
  };
}

export interface Body {
  /** One value. Throws `invalid-input` where there is none. */
  readonly at: (pointer: string) => {
    /** JSON text. */
    readonly value: string;
    /** As it is copied: a text's characters, anything else as JSON. */
    readonly copied: string;
    readonly sight: Sight['what'];
    readonly structure: boolean;
  };
  /** The whole, indented. */
  readonly masked: (reveal: boolean) => string;
}

/** The body of a held answer. */
export function openBody(taken: NewAnswer, known: Known): Body {
  const { text, bytes } = taken.answer;
  if (bytes !== undefined || !isJson(text)) {
    return {
      at: (pointer) => {
        if (pointer !== '' || text === '') throw nothingThere();
        return { value: JSON.stringify(text), copied: text, sight: 'hidden', structure: false };
      },
      masked: (reveal) =>
        text === '' ? '' : reveal ? redactExactly(text, [...known.keys()]) : MASK.slice(1, -1),
    };
  }
  const nodes = nodesOf(text);
  const sights = sightsOf(text, nodes, wishesOf(taken, known));
  return {
    at: (pointer) => {
      const index = indexAt(nodes, pointer) ?? -1;
      const node = nodes[index];
      if (node === undefined) throw nothingThere();
      return {
        value: text.slice(node.start, node.end),
        copied: copied(text, node),
        sight: sights[index]?.what ?? 'hidden',
        structure: node.kind === 'object' || node.kind === 'array',
      };
    },
    masked: (reveal) => maskedText(text, nodes, sights, reveal),
  };
}

function jsonRows(taken: NewAnswer, known: Known, card: Hold): ReturnType<typeof rowsOf> {
  const { text } = taken.answer;
  const nodes = nodesOf(text);
  return rowsOf(text, nodes, sightsOf(text, nodes, wishesOf(taken, known)), card);
}

function textRows(text: string): { readonly rows: readonly AnswerRow[]; readonly rowsLeftOut: number } {
  const row = {
    pointer: '',
    depth: 0,
    key: '',
    what: 'hidden',
    type: 'string',
    length: text.length,
  } as const;
  return { rows: text === '' ? [] : [row], rowsLeftOut: 0 };
}

function wishesOf({ values, method, path }: NewAnswer, known: Known) {
  const asked = /\?(?:.*&)?list=(?:true|1|t)\b/i.test(path);
  return { values, known, list: method === 'LIST' || (method === 'GET' && asked) };
}

/** A token of the envelope that is on none of the rows, because there are too many. */
function leftOut(body: unknown, pointer: string, card: Hold): SecretRef | undefined {
  const [, part = '', name = ''] = pointer.split('/');
  const token = asText(asObject(asObject(body)[part])[name]);
  return token === '' ? undefined : card(name === 'token' ? 'wrapping-token' : 'client-token', token);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function nothingThere(): AppFailure {
  return new AppFailure({
    kind: 'invalid-input',
    field: 'pointer',
    message: 'There is no such value in this answer.',
  });
}
