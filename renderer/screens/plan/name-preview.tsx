import { isFolderPath } from '../../../shared/vault/selection.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import { useStore } from '../../api/store.ts';
import { patternOf, type ActionDraft } from '../../parts/plan/plan-draft.ts';
import { planOf } from '../../parts/plan/plan-store.ts';
import { nameAt } from '../../parts/tree/name-list.ts';
import { treeOf } from '../../parts/tree/trees.ts';
import { Note, Stack } from '../../ui/layout.tsx';
import { NameText } from '../../ui/marked-text.tsx';

/** Most rows of a preview. */
const mostShown = 5;

export interface NamePreviewProps {
  readonly draft: ActionDraft;
  readonly sessionId: string;
}

/** Old and new names of the first entries whose names are known; it sends no request. */
export function NamePreview({ draft, sessionId }: NamePreviewProps) {
  const { places } = useStore(planOf(sessionId));
  const pattern = patternOf(draft);
  // An expression is RE2's, which main has: the plan itself shows its names.
  if (pattern === undefined || pattern.kind === 'expression') return null;
  const renamed = (name: string): string => {
    switch (pattern.kind) {
      case 'prefix':
        return pattern.text + name;
      case 'suffix':
        return name + pattern.text;
      case 'replace':
        return name.replaceAll(pattern.find, pattern.by);
    }
  };
  const names = places.flatMap((place) => knownNames(place, draft.of)).slice(0, mostShown);
  if (names.length === 0) return null;
  const hasMore = names.length === mostShown || places.some(({ path }) => isFolderPath(path));
  return (
    <Stack gap={4}>
      <Stack as="ul" gap={2} mono size={12} breaks aria-label="Preview">
        {names.map((name) => (
          <li key={name}>
            <NameText text={name} /> → <NameText text={renamed(name)} />
          </li>
        ))}
      </Stack>
      {hasMore && <Note size={12}>The plan shows all of them.</Note>}
    </Stack>
  );
}

/** Names of a selected entry, or of the entries of a folder that the tree has listed. */
function knownNames({ sessionId, mount, path }: SelectedPlace, of: ActionDraft['of']): readonly string[] {
  if (!isFolderPath(path)) return [path.slice(path.lastIndexOf('/') + 1)];
  const found: string[] = [];
  for (const folder of treeOf(sessionId).listedFolders()) {
    if (folder.mount.path !== mount || !folder.path.startsWith(path) || folder.names === undefined) continue;
    for (let index = 0; index < folder.names.count && found.length < mostShown; index++) {
      const name = nameAt(folder.names, index);
      if (!name.endsWith('/')) found.push(of === 'path' ? folder.path.slice(path.length) + name : name);
    }
  }
  return found;
}
