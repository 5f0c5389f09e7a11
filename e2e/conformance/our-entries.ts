/** Entries by the calls of the pages that know their engine. */
import type { Input } from '../../shared/ipc/contract.ts';
import { unpackNames } from '../../shared/vault/names.ts';
import type { OurClient } from './our-client.ts';
import { parsed, type Run } from './our-requests.ts';
import type { KvPlace, Operations } from './side.ts';

type EntryOperations = Pick<Operations, 'readEntry' | 'listFolder' | 'createEntry' | 'deleteEntry'>;

/** Operations on entries of one client. */
export function entriesOf(client: OurClient, run: Run): EntryOperations {
  const at = ({ path: mount }: KvPlace, path: string) => ({
    sessionId: client.sessionId,
    mount: mount as Input<'entry.open'>['mount'],
    path,
  });
  return {
    readEntry: (mount, path) =>
      run(async ({ must }) => {
        const { entryId } = await must('entry.open', at(mount, path));
        return parsed((await must('entry.raw', { entryId, reveal: true })).text);
      }),
    listFolder: (mount, path) =>
      run(async ({ must }) => ({ keys: unpackNames((await must('folder.list', at(mount, path))).names) })),
    createEntry: (mount, path, data) =>
      run(async ({ must }) => {
        const changes = Object.entries(data).map(
          ([key, value]) => ({ op: 'set', key, rawJson: JSON.stringify(value) }) as const,
        );
        const { version } = await must('entry.create', { ...at(mount, path), changes });
        return { version };
      }),
    deleteEntry: (mount, path) =>
      run(async ({ must }) => {
        if (mount.version === 2) await must('entry.deleteVersions', { ...at(mount, path), versions: [] });
        else await must('entry.deleteEverything', at(mount, path));
      }),
  };
}
