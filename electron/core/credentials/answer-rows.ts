/** A held answer's body as rows for a screen and as text with its hidden values masked. */
import type { AnswerRow } from '../../../shared/vault/answer.ts';
import { indentJson, MASK } from '../../../shared/vault/json-slices.ts';
import type { SecretKind, SecretRef } from '../../../shared/vault/secret-ref.ts';
import { pointerOf } from './answer-nodes.ts';
import type { JsonNode } from './answer-nodes.ts';
import { stringAt } from './answer-sight.ts';
import type { Sight } from './answer-sight.ts';

/** More are not shown as rows; the text has them. */
export const MOST_ROWS = 5000;

/** What lies deeper is not shown as rows. */
const DEEPEST_ROW = 64;

export interface Rows {
  readonly rows: readonly AnswerRow[];
  readonly rowsLeftOut: number;
}

/** The rows of a body in its order; `card` puts a credential away. */
export function rowsOf(
  text: string,
  nodes: readonly JsonNode[],
  sights: readonly Sight[],
  card: (kind: SecretKind, secret: string) => SecretRef,
): Rows {
  const rows: AnswerRow[] = [];
  let rowsLeftOut = 0;
  for (const [index, node] of nodes.entries()) {
    const sight = sights[index];
    const structure = node.kind === 'object' || node.kind === 'array';
    if (sight === undefined || node.replaced || sight.what === 'below') continue;
    // An object or a list as a whole is what its members are.
    if (index === 0 && structure && sight.what === 'structure') continue;
    if (rows.length >= MOST_ROWS || node.depth > DEEPEST_ROW) {
      rowsLeftOut++;
      continue;
    }
    rows.push({
      pointer: pointerOf(nodes, index),
      depth: Math.max(0, node.depth),
      key: node.key,
      ...look(text, node, sight, card),
    });
  }
  return { rows, rowsLeftOut };
}

function look(
  text: string,
  node: JsonNode,
  sight: Sight,
  card: (kind: SecretKind, secret: string) => SecretRef,
): Pick<AnswerRow, 'what' | 'count' | 'rawJson' | 'type' | 'length' | 'card'> {
  if (sight.what === 'credential')
    return { what: 'credential', card: card(sight.kind ?? 'other', copied(text, node)) };
  if (node.kind === 'object' || node.kind === 'array') return { what: node.kind, count: node.count };
  if (sight.what === 'value') return { what: 'value', rawJson: text.slice(node.start, node.end) };
  return { what: 'hidden', type: node.kind, length: copied(text, node).length };
}

/** A value as it is copied: a text's characters, anything else as the server wrote it. */
export function copied(text: string, node: JsonNode): string {
  return node.kind === 'string' ? stringAt(text, node) : text.slice(node.start, node.end);
}

/** The body, indented; credentials, and unless `reveal` hidden values, are a line of dots. */
export function maskedText(
  text: string,
  nodes: readonly JsonNode[],
  sights: readonly Sight[],
  reveal: boolean,
): string {
  const out: string[] = [];
  let at = 0;
  for (const [index, node] of nodes.entries()) {
    const what = sights[index]?.what;
    if (what !== 'credential' && (what !== 'hidden' || reveal)) continue;
    out.push(text.slice(at, node.start), MASK);
    at = node.end;
  }
  out.push(text.slice(at));
  return indentJson(out.join(''));
}
