/** Chips beside a hidden value: notable facts that need no reveal. */
import { CERTIFICATE_DAYS } from '../../../shared/vault/cluster-nodes.ts';
import { counted } from '../../../shared/vault/counted.ts';
import { utcDate } from '../../../shared/vault/relative-time.ts';
import { bytesInWords } from '../../ui/bytes-in-words.ts';
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
        plain([counted(lines, 'line'), ...(pem ? ['PEM'] : [])].join(' · '));
      } else if (facts.bytes >= 1024) plain(bytesInWords(facts.bytes));
      break;
    case 'integer':
    case 'number':
      plain('number');
      break;
    case 'integer64':
      plain('64-bit integer', 'Too large for JavaScript; every digit is kept here.');
      break;
    case 'boolean':
      plain('boolean');
      break;
    case 'null':
      plain('null', 'The key is there; its value is null.');
      break;
    case 'object':
      plain(facts.bytes >= 10_240 ? `JSON object · ${bytesInWords(facts.bytes)}` : 'JSON object');
      break;
    case 'array':
      plain(facts.bytes >= 10_240 ? `JSON array · ${bytesInWords(facts.bytes)}` : 'JSON array');
      break;
  }
  const { certificateEnds } = facts;
  if (certificateEnds !== undefined) {
    const leftMs = Date.parse(certificateEnds) - Date.now();
    chips.push({
      text: `${leftMs <= 0 ? 'expired' : 'expires'} ${utcDate(certificateEnds)}`,
      tone: leftMs < CERTIFICATE_DAYS * 86_400_000 ? 'warn' : 'plain',
      why: 'The end of its certificate; of several, the first.',
    });
  }
  // Key files customarily end with a newline; only surprising white space deserves a warning.
  const customaryEnd = pem || lines > 1;
  if (facts.startsWithSpace === true) chips.push(warning('starts with a space'));
  if (facts.endsWithSpace === true && !customaryEnd) chips.push(warning('ends with a space'));
  if (facts.hasInvisible === true) chips.push(warning('invisible characters'));
  return chips;
}

function warning(text: string): FactChip {
  return {
    text,
    tone: 'warn',
    why: 'Part of the value, easy to overlook, and often pasted by accident.',
  };
}
