import { counted } from '../../../shared/vault/counted.ts';
import type { PlaceInTree } from '../../parts/tree/tree-selection.ts';
import { copyPlainText } from '../../parts/value/copy-plain-text.ts';

/** Copies the paths, one a line. */
export function copyPaths(places: readonly PlaceInTree[]): Promise<void> {
  const paths = places.map(({ mount, path }) => mount.path + path);
  return copyPlainText(paths.join('\n'), counted(paths.length, 'path'));
}
