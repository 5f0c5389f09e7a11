/** Reads fields of parsed answers. A server can leave out or redact any of them, so each has a plain fallback. */

/** The part of a `VaultAnswer` that is read here. Its own type would make a circle through the background work. */
interface Parsable {
  readonly text: string;
  readonly json: () => unknown;
}

/** The value as an object, or an empty one. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** The `data` of an answer, or an empty object. */
export function dataOf(answer: Pick<Parsable, 'json'>): Readonly<Record<string, unknown>> {
  return asObject(asObject(answer.json())['data']);
}

/** The data of an answer that some servers give at the top, others under `data`, and some in both places. */
export function bodyOf(answer: Parsable): Readonly<Record<string, unknown>> {
  if (answer.text === '') return {};
  const top = asObject(answer.json());
  const data = asObject(top['data']);
  return Object.keys(data).length > 0 ? data : top;
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
