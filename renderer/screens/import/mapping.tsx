import { counted, grouped } from '../../../shared/vault/counted.ts';
import { importFacts } from '../../../shared/vault/import.ts';
import type { ImportFile, ImportPreviewRow } from '../../../shared/vault/import.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import type { ImportDraft, ImportSnapshot, ImportStore } from '../../parts/plan/import-store.ts';
import { PlanForm } from '../../parts/plan/plan-form.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Fields, isWrong } from '../../ui/fields.tsx';
import { Note, Row, Text } from '../../ui/layout.tsx';
import { NameText } from '../../ui/marked-text.tsx';
import { PathEnd } from '../../ui/path-end.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import css from './import.module.css';
import { mappingFields } from './mapping-fields.tsx';

interface MappingProps {
  readonly store: ImportStore;
  readonly snapshot: ImportSnapshot & {
    readonly mount: Mount;
    readonly file: ImportFile;
    readonly draft: ImportDraft;
  };
  readonly onPlanned: () => void;
}

/** Items as they would be written, masked, beside the rules that make entries of them. */
export function Mapping({ store, snapshot, onPlanned }: MappingProps) {
  const { mount, file, draft, preview, busy } = snapshot;
  const fields = mappingFields(file, mount, draft);
  const wrong = isWrong(fields, draft) || busy !== undefined;
  return (
    <PlanForm
      wrong={wrong}
      onMake={() => void store.plan().then((isMade) => isMade && onPlanned())}
      subject={
        <>
          <Row align="center" gap={8} wrap>
            <Text as="h3" weight={600} breaks data-selectable>
              <NameText text={file.fileName} />
            </Text>
            <Chip>{importFacts[file.format].label}</Chip>
            {file.encrypted && <Chip tone="ok">encrypted with age</Chip>}
            <Note numbers>{file.entries === 1 ? '1 entry' : `${grouped(file.entries)} entries`}</Note>
          </Row>
          {file.warnings.length > 0 && (
            <Text as="ul" tone="warn" className={css['warnings']} data-selectable aria-label="Warnings">
              {file.warnings.map((warning, at) => (
                <li key={at}>{warning}</li>
              ))}
            </Text>
          )}
          <Note>{importFacts[file.format].cannotCarry}</Note>
          {preview === undefined ? null : preview.rows.length === 0 ? (
            <EmptyState title="The file has no entries" />
          ) : (
            <Table
              label="Preview"
              rows={preview.rows}
              columns={columns}
              keyOf={({ from }, at = 0) => `${String(at)} ${from}`}
            />
          )}
          {preview !== undefined && (
            <Note role="status" numbers size={11}>
              {previewWords(preview)}
            </Note>
          )}
        </>
      }
    >
      <Fields draft={draft} onDraft={(change) => store.setDraft(change)} of={fields} />
    </PlanForm>
  );
}

const columns: readonly Column<ImportPreviewRow>[] = [
  {
    title: 'In the file',
    width: 150,
    share: 3,
    mono: true,
    rank: 1,
    text: ({ from }) => from,
    cell: ({ from }) => <PathEnd text={from} />,
  },
  {
    title: 'Path',
    width: 140,
    share: 3,
    mono: true,
    text: ({ path }) => path,
    cell: ({ path }) => <PathEnd text={path} />,
  },
  {
    title: 'Keys and lengths',
    width: 120,
    share: 2,
    text: ({ keys }) => keys.map(({ name, length }) => `${name} (${String(length)})`).join(', '),
  },
  {
    title: 'Versions',
    width: 70,
    rank: 2,
    isNeededBy: ({ versions }) => versions > 1,
    text: ({ versions }) => grouped(versions),
  },
  {
    title: 'Problem',
    width: 120,
    share: 1,
    isNeededBy: ({ problem }) => problem !== undefined,
    text: ({ problem }) => problem,
    cell: ({ problem }) => problem !== undefined && <Chip tone="warn">{problem}</Chip>,
  },
];

function previewWords({
  rows,
  entries,
  clashes,
  problems,
}: {
  readonly rows: readonly unknown[];
  readonly entries: number;
  readonly clashes: number;
  readonly problems: number;
}): string {
  const said = [
    ...(rows.length < entries ? [`The first ${grouped(rows.length)} of ${grouped(entries)}.`] : []),
    ...(clashes === 0 ? [] : [`${counted(clashes, 'path')} twice.`]),
    ...(problems === 0 ? [] : [`${counted(problems, 'path')} that cannot be written.`]),
    'Values are not shown.',
  ];
  return said.join(' ');
}
