/** Names in the app's own lists of connections, to be removed from a text that is sent to others. */

/** Fields whose values are not names: states, settings and numbers. */
const notNames = new Set(['colour', 'proxy', 'environment', 'state', 'kind', 'type', 'backend', 'version']);
const DEEPEST = 8;

/** Every string in the values, and the host of every address. */
export function namesIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value, ...hostOf(value)];
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return [];
  if (Array.isArray(value)) return value.flatMap((one) => namesIn(one, depth + 1));
  return Object.entries(value).flatMap(([name, one]) => (notNames.has(name) ? [] : namesIn(one, depth + 1)));
}

function hostOf(text: string): readonly string[] {
  if (!text.includes('://') || !URL.canParse(text)) return [];
  const { host, hostname } = new URL(text);
  return [host, hostname];
}
