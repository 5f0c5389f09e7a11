import { grouped } from '../../../../shared/vault/counted.ts';
import type { ServerLimits } from '../../../../shared/vault/editing.ts';
import type { Mount } from '../../../../shared/vault/mount.ts';
import { Meter } from '../../../ui/meter.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { Row } from '../../../ui/layout.tsx';
import { bytesInWords } from '../../../ui/bytes-in-words.ts';

/** Share of the limit from which the size is shown. */
const soonFull = 0.8;

/** Largest entry that a server takes, in bytes, and what sets that limit. */
export function entryLimit({ entryBytes, requestBytes, storage }: ServerLimits): {
  readonly bytes: number;
  readonly why: string;
} {
  if (entryBytes !== undefined && entryBytes <= requestBytes)
    return { bytes: entryBytes, why: `the server’s storage (${storage}) takes` };
  return { bytes: requestBytes, why: 'the server takes in one request' };
}

/** The reason an entry of this size is not sent, as a sentence; undefined if it fits or no limit is known. */
export function tooLarge(bytes: number, limits: ServerLimits | undefined): string | undefined {
  if (limits === undefined) return undefined;
  const limit = entryLimit(limits);
  if (bytes <= limit.bytes) return undefined;
  return `The entry would be ${bytesInWords(bytes)}: ${bytesInWords(bytes - limit.bytes)} more than the ${bytesInWords(limit.bytes)} that ${limit.why}. Shorten a value, or split the entry.`;
}

/** Strings that KV v2 adds to a request: `options`, `cas` and `data`. */
const ENVELOPE_STRINGS = 3;

/** Warns that an entry has more keys and strings than the server takes by default. */
export function tooManyStrings(
  strings: number,
  engine: Mount['engine'],
  limits: ServerLimits | undefined,
): string | undefined {
  const most = limits?.requestStrings;
  const sent = strings + (engine === 'kv2' ? ENVELOPE_STRINGS : 0);
  if (most === undefined || sent <= most) return undefined;
  return `Saving sends ${grouped(sent)} strings, keys and values counted together. This server refuses more than ${grouped(most)} in one request unless it is configured otherwise. Split the entry.`;
}

export interface SizeMeterProps {
  readonly bytes: number;
  readonly limits: ServerLimits | undefined;
}

/** Size of the changed entry, shown once it comes near the server's limit. */
export function SizeMeter({ bytes, limits }: SizeMeterProps) {
  if (limits === undefined) return null;
  const limit = entryLimit(limits);
  const share = bytes / limit.bytes;
  if (share < soonFull) return null;
  return (
    <Tooltip text={`${bytesInWords(limit.bytes)} is what ${limit.why}`} side="top">
      <Row as="span" align="center" gap={8} tone="dim" size={12} numbers nowrap>
        <Meter value={share} label="Size of the entry" tone={share > 1 ? 'danger' : 'warn'} />
        {bytesInWords(bytes)} of {bytesInWords(limit.bytes)}
      </Row>
    </Tooltip>
  );
}
