/**
 * Effect of KV v2 on numbers: it stores 64-bit floating point and writes the shortest digits that identify it, as
 * JavaScript does. `1.10` comes back as `1.1`, `9007199254740993` as `…992`. KV v1 and cubbyhole keep the written
 * form. Proved against a real server.
 */
export interface ChangedNumber {
  readonly written: string;
  /** As read back. */
  readonly stored: string;
}

/** A number as KV v2 returns it; undefined beyond floating point, which servers refuse. */
export function storedNumber(written: string): string | undefined {
  const number = Number(written);
  if (!Number.isFinite(number)) return undefined;
  return Object.is(number, -0) ? '-0' : String(number);
}

/** The numbers of a JSON text, at any depth, that KV v2 changes. */
export function changedNumbers(rawJson: string): readonly ChangedNumber[] {
  const withoutStrings = rawJson.replace(/"(?:[^"\\]|\\.)*(?:"|\\?$)/gs, '""');
  const changed: ChangedNumber[] = [];
  for (const [written] of withoutStrings.matchAll(/-?\d[\d.eE+-]*/g)) {
    const stored = storedNumber(written);
    if (stored !== undefined && stored !== written) changed.push({ written, stored });
  }
  return changed;
}
