/** An entry as lines of a file of variables: a reference for each key, and no value. */
import { referenceText, type Reference } from './reference.ts';

export interface ReferenceLine {
  /** Name of the variable. */
  readonly name: string;
  readonly reference: string;
}

/**
 * A line for each key: `PASSWORD=strongroom://…#password`. Keys whose names fall together keep their own spelling, and
 * a number tells apart what is still the same. A key that is not valid Unicode cannot be referred to.
 */
export function referenceLines(
  entry: Omit<Reference, 'key'>,
  keys: readonly string[],
): readonly ReferenceLine[] {
  const upper = Map.groupBy(keys, (key) => variableName(key).toUpperCase());
  const taken = new Set<string>();
  return keys
    .filter((key) => key.isWellFormed())
    .map((key) => {
      const plain = variableName(key);
      const name = upper.get(plain.toUpperCase())?.length === 1 ? plain.toUpperCase() : plain;
      const free = unused(name, taken);
      taken.add(free);
      return { name: free, reference: referenceText({ ...entry, key }) };
    });
}

function unused(name: string, taken: ReadonlySet<string>, number = 1): string {
  const candidate = number === 1 ? name : `${name}_${String(number)}`;
  return taken.has(candidate) ? unused(name, taken, number + 1) : candidate;
}

/** Those lines as text. */
export function referenceLinesText(lines: readonly ReferenceLine[]): string {
  return lines.map(({ name, reference }) => `${name}=${reference}\n`).join('');
}

/** A key as the name of a variable: other characters become underscores. */
function variableName(key: string): string {
  return key.replace(/[^A-Za-z0-9_]/gu, '_').replace(/^(?=\d|$)/, '_');
}
