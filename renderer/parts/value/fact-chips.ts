/** Chips beside a hidden value: notable facts that need no reveal. */
import { counted } from '../../../shared/vault/counted.ts';
import type { KeyFacts } from '../../../shared/vault/entry.ts';

export interface FactChip {
  readonly text: string;
  /** `warn`: a detail that readers overlook but servers do not. */
  readonly tone: 'plain' | 'warn';
  readonly why?: string;
}

/** Chips of one key, plain ones first; an ordinary one-line string has none. */
export function factChips(facts: KeyFacts): FactChip[] {
  const chips: FactChip[] = [];
  const plain = (text: string, why?: string): void => {
    chips.push({ text, tone: 'plain', ...(why === undefined ? {} : { why }) });
  };
  const { lines = 1, pem = false } = facts;
  switch (facts.type) {
    case 'string':
      if (facts.bytes === 0) plain('empty', 'An empty string.');
      else if (lines > 1 || pem) {
        plain([linesText(lines), ...(pem ? ['PEM'] : [])].join(' · '));
      } else if (facts.bytes >= 1024) plain(sizeText(facts.bytes));
      break;
    case 'integer':
    case 'number':
      plain('number');
      break;
    case 'integer64':
      plain('64-bit integer', 'Larger than JavaScript can hold exactly; it is kept digit for digit here.');
      break;
    case 'boolean':
      plain('boolean');
      break;
    case 'null':
      plain('null', 'The key is there; its value is null.');
      break;
    case 'object':
      plain(facts.bytes >= 10_240 ? `JSON object · ${sizeText(facts.bytes)}` : 'JSON object');
      break;
    case 'array':
      plain(facts.bytes >= 10_240 ? `JSON array · ${sizeText(facts.bytes)}` : 'JSON array');
      break;
  }
  // Key files customarily end with a newline; only surprising white space deserves a warning.
  const customaryEnd = pem || lines > 1;
  if (facts.startsWithSpace === true) chips.push(warning('starts with a space'));
  if (facts.endsWithSpace === true && !customaryEnd) chips.push(warning('ends with a space'));
  if (facts.hasInvisible === true) chips.push(warning('invisible characters'));
  return chips;
}

/** Human-readable size, in kB or MB of 1,000. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${String(bytes)} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function linesText(lines: number): string {
  return counted(lines, 'line');
}

function warning(text: string): FactChip {
  return {
    text,
    tone: 'warn',
    why: 'Easy to overlook, and part of the value: often it came along by accident.',
  };
}
