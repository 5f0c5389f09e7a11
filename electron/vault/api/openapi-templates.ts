/** Paths of an OpenAPI document with `{name}` in them, and which of them an actual path is. */

/** Whether a path of the document is one: some servers print the pattern of a path that they cannot spell out. */
export function isTemplate(path: string): boolean {
  return !/[\^$*\\|()]/.test(path.replace(/\{[^{}/]+\}/g, ''));
}

/**
 * The template that fits a path best: itself, else the one with the most parts alike. A last `{name}` also takes what
 * has slashes in it (`sys/mounts/{path}`), where nothing fits better. Undefined: none fits.
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

/** How well a template fits; 0: not at all. */
function fit(template: string, bare: string, asFolder: boolean): number {
  const isFolder = template.endsWith('/');
  const plain = isFolder ? template.slice(0, -1) : template;
  // Of two that differ by a slash only, the one that was asked for.
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
  // A template that is all parameters would fit everything.
  if (alike === 0) return 0;
  return alike * 10 + (greedy ? 1 : 5) + edge;
}

function isParameter(part: string): boolean {
  return part.startsWith('{') && part.endsWith('}');
}
