import { FileInput } from 'lucide-react';
import { grouped } from '../../../shared/vault/counted.ts';
import type { ComparisonSide } from '../../../shared/vault/comparison.ts';
import { importFacts, importFolders } from '../../../shared/vault/import.ts';
import type { ImportFile, ImportMapping } from '../../../shared/vault/import.ts';
import {
  isFileSide,
  type ChosenFile,
  type ChosenSide,
  type ComparisonStore,
} from '../../parts/folder/comparison-store.ts';
import { PlaceFields } from '../../parts/form/place-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { Note, Row, Stack, Text } from '../../ui/layout.tsx';
import { NameText } from '../../ui/marked-text.tsx';
import { SelectField } from '../../ui/select-field.tsx';

interface SideProps {
  readonly side: ComparisonSide;
  readonly comparison: ComparisonStore;
  readonly at: ChosenSide;
  readonly takesFocus: boolean;
  readonly canBeFile: boolean;
  readonly reading: ComparisonSide | undefined;
  readonly problem: string | undefined;
}

const names = { left: 'Left', right: 'Right' } as const;
const fromFile = { left: 'Left from a file…', right: 'Right from a file…' } as const;

/** One side of the form: a folder, or a file that main has read. */
export function ComparedSideFields(props: SideProps) {
  const { side, comparison, at, takesFocus, canBeFile, reading, problem } = props;
  const name = names[side];
  return (
    <Stack as="section" gap={12} aria-label={name}>
      <Text as="h3" weight={600}>
        {name}
      </Text>
      {isFileSide(at) ? (
        <FileFields {...props} at={at} />
      ) : (
        <>
          <PlaceFields
            at={at}
            onAt={(place) => comparison.choose({ [side]: place })}
            takesFocus={takesFocus}
            labels={{
              connection: `${name} connection`,
              mount: `${name} mount`,
              path: `${name} folder`,
              placeholder: 'the mount itself',
            }}
            problem={problem}
            hint={false}
          />
          {canBeFile && (
            <Row>
              <Button
                small
                icon={FileInput}
                disabled={reading !== undefined}
                onClick={() => void comparison.chooseFile(side)}
              >
                {reading === side ? 'Reading the file' : fromFile[side]}
              </Button>
            </Row>
          )}
        </>
      )}
    </Stack>
  );
}

function FileFields({ side, comparison, at, reading }: SideProps & { readonly at: ChosenFile }) {
  const { file, folders } = at;
  const { fileName, format, entries, incomplete, warnings } = file;
  return (
    <>
      <Stack gap={4} data-selectable>
        <Text breaks weight={600}>
          <NameText text={fileName} />
        </Text>
        <Note>
          {importFacts[format].label}, {entries === 1 ? '1 entry' : `${grouped(entries)} entries`}
        </Note>
      </Stack>
      {file.commonFolder !== '' && (
        <SelectField
          label="Folders of the file"
          value={folders}
          options={importFolders.map((value) => ({ value, label: folderWord(value, file) }))}
          onValue={(next) => comparison.choose({ [side]: { file, folders: next } })}
        />
      )}
      <Note>Newest values are compared; versions and metadata are not.</Note>
      {incomplete && <Note tone="warn">The file is incomplete. Entries that it lacks stay unknown.</Note>}
      {warnings.map((warning) => (
        <Note key={warning} tone="warn">
          {warning}
        </Note>
      ))}
      <Row gap={8} wrap>
        <Button
          small
          icon={FileInput}
          disabled={reading !== undefined}
          onClick={() => void comparison.chooseFile(side)}
        >
          Another file…
        </Button>
        <Button small onClick={() => comparison.withoutFile(side)}>
          Use a folder
        </Button>
      </Row>
    </>
  );
}

function folderWord(folders: ImportMapping['folders'], { commonFolder }: ImportFile): string {
  if (folders === 'all') return 'As in the file';
  return folders === 'none' ? 'None' : `Without ${commonFolder}`;
}
