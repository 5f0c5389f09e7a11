/**
 * Compares a prompt with the request: each leaf of the body and of the path is shown in the prompt, or is already on
 * the server. For a credential the prompt names its place.
 */
import { ask } from '../servers/index.ts';
import type { Reachable, RecordedRequest } from '../servers/index.ts';
import type { TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { isRecord } from '../../shared/vault/is-record.ts';
import { parseDuration } from '../../shared/vault/ttl.ts';

type Confirm = Extract<TrustedRequest, { readonly kind: 'confirm' }>;

interface Leaf {
  /** E.g. `metadata / team`. */
  readonly name: string;
  readonly value: unknown;
}

/** Leaves of a value; each item of a list is one leaf. */
function leavesOf(value: unknown, path: readonly string[] = []): readonly Leaf[] {
  if (Array.isArray(value)) return value.map((item: unknown) => ({ name: path.join(' / '), value: item }));
  if (!isRecord(value)) return [{ name: path.join(' / '), value }];
  return Object.entries(value).flatMap(([key, below]) => leavesOf(below, [...path, key]));
}

/** Leaves of a request that its prompts do not show. */
export async function unsaidOf(
  server: Reachable,
  { method, url, body }: RecordedRequest,
  questions: readonly Confirm[],
): Promise<readonly string[]> {
  const path = decodeURIComponent(url);
  const request = `${method} ${path}`;
  const question = questions.find((one) => textsOf(one).some((text) => text.startsWith(request)));
  if (question === undefined) return [`nobody is told of ${request}`];
  if (body === '') return [];
  const before = await serverLeaves(server, path, body);
  return leavesOf(JSON.parse(body)).flatMap((leaf) =>
    isSaid(question, leaf) || isOnServer(before, leaf)
      ? []
      : [`${request}: ${leaf.name}=${JSON.stringify(leaf.value)}`],
  );
}

function isSaid(question: Confirm, { name, value }: Leaf): boolean {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const fields = (question.fields ?? []).filter((field) => field.name === name);
  const lines = fields.flatMap((field) => field.lines.filter(({ kind }) => kind !== 'removed'));
  const whole = lines.map((line) => line.text).join('\n');
  if (lines.some((line) => line.text === '[credential]')) return true;
  const shown = (line: string): boolean =>
    line === text || line === JSON.stringify(value) || (typeof value === 'number' && Number(line) === value);
  if (lines.some((line) => shown(line.text)) || whole === text) return true;
  // Several requests are shown one per line, with their fields.
  if (textsOf(question).some((line) => line.includes(`${name}=${text}`))) return true;
  // A saved text is shown by its changed lines.
  const changed = question.changes?.lines.map((line) => line.text) ?? [];
  return changed.length > 0 && text.split('\n').every((line) => changed.includes(line));
}

function isOnServer(before: readonly Leaf[], { name, value }: Leaf): boolean {
  return before.some(
    (leaf) =>
      leaf.name === name &&
      (leaf.value === value || (typeof value === 'string' && parseDuration(value) === Number(leaf.value))),
  );
}

/** Leaves that the server holds at the request's path; an identity without an ID is looked up by name. */
async function serverLeaves(server: Reachable, path: string, body: string): Promise<readonly Leaf[]> {
  const name: unknown = (JSON.parse(body) as { name?: unknown }).name;
  const read = /^\/v1\/identity\/(?:entity|group)$/.test(path) ? `${path}/name/${String(name)}` : path;
  const { status, json } = await ask(server, 'GET', read.replace(/^\/v1\//, ''));
  return status === 200 && isRecord(json) ? leavesOf(json['data']) : [];
}

/** All texts of a prompt. */
export function textsOf({ title, facts = [], body, fields = [] }: Confirm): readonly string[] {
  return [
    title,
    ...facts.map(({ value }) => value),
    ...body,
    ...fields.flatMap(({ lines }) => lines.map(({ text }) => text)),
  ];
}
