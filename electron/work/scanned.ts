/** Paths of a recursive list, as the folders that a walk would have listed. */

/** Paths sorted into folders before the loop runs other work. */
const AT_ONCE = 5_000;

/**
 * Yields each folder with its names, folders among them ending in `/`, the folder itself first. `paths`: below
 * `from`, entries only.
 */
export async function* foldersOfPaths(
  paths: readonly string[],
  from: string,
): AsyncGenerator<readonly [folder: string, names: readonly string[]]> {
  const folders = new Map<string, string[]>([[from, []]]);
  const namesIn = (folder: string): string[] => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const names: string[] = [];
    folders.set(folder, names);
    const end = folder.lastIndexOf('/', folder.length - 2) + 1;
    namesIn(folder.slice(0, end)).push(folder.slice(end));
    return names;
  };
  for (const [at, path] of paths.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve));
    const end = path.lastIndexOf('/') + 1;
    namesIn(from + path.slice(0, end)).push(path.slice(end));
  }
  for (const folder of folders) yield folder;
}
