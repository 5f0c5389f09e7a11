/** Reads fields of parsed answers. A server can leave out or redact any of them, so each has a plain fallback. */

/** The value as an object, or an empty one. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** The value as text, or the empty string. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The value as a finite number, or 0. */
export function asNumber(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/** The texts of an array, if any. */
export function asTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** The text members of an object, if any. */
export function asTextMap(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(asObject(value)).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}
