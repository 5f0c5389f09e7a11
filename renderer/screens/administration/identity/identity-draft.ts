import type { IdentityDraft, IdentityFacts, IdentityKind } from '../../../../shared/vault/identity.ts';

/** Initial values of a form: the current facts, or empty ones. */
export function draftOf(kind: IdentityKind, facts: IdentityFacts | undefined): IdentityDraft {
  return {
    kind,
    name: facts?.name ?? '',
    policies: facts?.policies ?? [],
    metadata: facts?.metadata ?? {},
    disabled: facts?.disabled ?? false,
    groupType: facts?.groupType ?? (kind === 'group' ? 'internal' : ''),
    memberEntityIds: facts?.memberEntityIds ?? [],
    memberGroupIds: facts?.memberGroupIds ?? [],
    canonicalId: facts?.canonicalId ?? '',
    mountAccessor: facts?.mountAccessor ?? '',
  };
}

/** Metadata as lines of `key=value`. */
export function metadataText(metadata: Readonly<Record<string, string>>): string {
  return Object.entries(metadata)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
}

/** Parses such lines; undefined if a line has no `=`. Empty lines are ignored. */
export function metadataIn(text: string): Readonly<Record<string, string>> | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line): readonly [string, string] | undefined => {
    const at = line.indexOf('=');
    return at <= 0 ? undefined : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
  if (!pairs.every((pair) => pair !== undefined)) return undefined;
  return Object.fromEntries(pairs);
}
