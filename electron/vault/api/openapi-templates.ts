/** Paths of an OpenAPI document with `{name}` in them, and the one that fits an actual path. */

/** True for a real path of the document: some servers print the pattern of a path that they cannot spell out. */
export function isTemplate(path: string): boolean {
  return !/[\^$*\\|()]/.test(path.replace(/\{[^{}/]+\}/g, ''));
}

/**
 * Template that fits a path best: itself, else the one with the most equal parts. A last `{name}` also takes text
 * with slashes (`sys/mounts/{path}`), if no other template fits better. Undefined if none fits.
 */
export function bestTemplate(templates: readonly string[], asked: string): string | undefined {
  const bare = asked.replace(/^\/+|(?<!\/)\/+$/g, '');
  if (bare === '') return undefined;
  let best: { readonly template: string; readonly score: number } | undefined;
  for (const template of templates) {
    const score = fit(template, bare, asked.endsWith('/'));
    if (score > (best?.score ?? 0)) best = { template, score };
  }
  return best?.template;
}

/** Score of a template; 0 if it does not fit. */
function fit(template: string, bare: string, asFolder: boolean): number {
  const isFolder = template.endsWith('/');
  const plain = isFolder ? template.slice(0, -1) : template;
  // Prefers the requested form of two that differ by a slash.
  const edge = isFolder === asFolder ? 0.5 : 0;
  if (plain === bare) return 1_000_000 + edge;
  const wanted = plain.split('/');
  const parts = bare.split('/');
  const last = wanted.at(-1) ?? '';
  const greedy = parts.length > wanted.length && isParameter(last);
  if (wanted.length !== parts.length && !greedy) return 0;
  let alike = 0;
  for (const [index, part] of wanted.entries()) {
    if (part === parts[index]) alike++;
    else if (!isParameter(part)) return 0;
  }
  // A template with only parameters would fit everything.
  if (alike === 0) return 0;
  return alike * 10 + (greedy ? 1 : 5) + edge;
}

function isParameter(part: string): boolean {
  return part.startsWith('{') && part.endsWith('}');
}
