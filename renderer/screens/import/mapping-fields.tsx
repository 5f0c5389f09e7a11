/** The rules of a mapping as fields; only those that make a difference for the file. */
import { grouped } from '../../../shared/vault/counted.ts';
import { importFacts } from '../../../shared/vault/import.ts';
import type { ImportFile } from '../../../shared/vault/import.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { checkApiPath } from '../../../shared/vault/path.ts';
import type { ImportDraft } from '../../parts/plan/import-store.ts';
import { field, type FieldList } from '../../ui/fields.tsx';
import { Note, Stack } from '../../ui/layout.tsx';
import { TextField } from '../../ui/text-field.tsx';

type Draft = ImportDraft;

/** Fields for a file and its destination. */
export function mappingFields(file: ImportFile, mount: Mount, { toPath }: Draft): FieldList<Draft> {
  const problem = toPath === '' ? undefined : checkApiPath(toPath.replace(/\/$/, ''));
  return [
    field.mono('toPath', `Folder in ${mount.path}`, {
      placeholder: 'the mount itself',
      error: problem?.message,
    }),
    importFacts[file.format].layouts === true &&
      file.layout !== undefined &&
      field.radio('layout', 'Structure of the file', [
        { value: 'paths', label: 'Keys at the top are paths' },
        { value: 'tree', label: 'Objects are folders', hint: 'As medusa writes them.' },
        { value: 'entry', label: 'One entry' },
      ]),
    (file.commonFolder !== '' || file.titled) &&
      field.radio('folders', 'Folders', [
        { value: 'all', label: 'As in the file' },
        ...(file.commonFolder === ''
          ? []
          : [{ value: 'without-common' as const, label: `Without ${file.commonFolder}` }]),
        { value: 'none', label: 'None' },
      ]),
    file.titled &&
      field.radio('slashes', 'A slash in a title', [
        { value: 'dash', label: 'Becomes a dash' },
        { value: 'folder', label: 'Begins a folder' },
      ]),
    field.radio('clashes', 'Several items with one path', [
      { value: 'number', label: 'Get a number' },
      { value: 'conflict', label: 'Write the first one' },
    ]),
    file.hasVersions &&
      field.radio('versions', 'Versions', [
        { value: 'all', label: 'All, in order' },
        { value: 'latest', label: 'The latest one' },
      ]),
    file.hasMetadata && field.check('metadata', 'Custom metadata and settings too'),
    file.attachments > 0 &&
      field.radio('attachments', `Attached files (${grouped(file.attachments)})`, [
        { value: 'leave-out', label: 'Leave them out' },
        { value: 'base64', label: 'As keys, in base64' },
      ]),
    field.radio('existing', 'Where an entry with other values stands', [
      { value: 'skip', label: 'Leave it as it is' },
      { value: 'overwrite', label: 'Write new versions over it' },
    ]),
    file.keys.length > 0 &&
      field.fold('Rename or leave out keys', [
        {
          isWrong: () => false,
          show: ({ names }, onDraft) => (
            <Stack gap={8}>
              <Note>An empty name leaves the key out.</Note>
              {file.keys.map(({ name, count }) => (
                <TextField
                  key={name}
                  mono
                  label={name}
                  hint={`In ${grouped(count)} of ${grouped(file.entries)}`}
                  value={names[name] ?? name}
                  onChange={({ target }) => onDraft({ names: renamed(names, name, target.value) })}
                />
              ))}
              {file.keyCount > file.keys.length && (
                <Note>{`${grouped(file.keyCount - file.keys.length)} rarer keys stay as they are.`}</Note>
              )}
            </Stack>
          ),
        },
      ]),
  ];
}

/** Own members only: a key can be called `__proto__`. */
function renamed(names: Draft['names'], from: string, to: string): Draft['names'] {
  const others = Object.entries(names).filter(([name]) => name !== from);
  return Object.fromEntries(from === to ? others : [...others, [from, to]]);
}
