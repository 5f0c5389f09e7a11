/** Export: the choices, then the progress and the result. The passphrase and the consent are the secure prompt's. */
import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { counted, grouped } from '../../../shared/vault/counted.ts';
import { exportFormats, formatFacts, mostRecipients } from '../../../shared/vault/export.ts';
import type { ExportFormat, ExportOptions } from '../../../shared/vault/export.ts';
import { isFolderPath } from '../../../shared/vault/selection.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import { appErrorOf } from '../../api/client.ts';
import { exportWork, showExport, startExport } from '../../api/exports.ts';
import type { ExportWork } from '../../api/exports.ts';
import { useStore } from '../../api/store.ts';
import { announce } from '../../ui/announce.tsx';
import { Button } from '../../ui/button.tsx';
import { bytesInWords } from '../../ui/bytes-in-words.ts';
import { choice } from '../../ui/choice-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { field } from '../../ui/fields.tsx';
import type { FieldList } from '../../ui/fields.tsx';
import { Note, Stack, Text } from '../../ui/layout.tsx';
import { namesIn } from '../../ui/names-in.ts';
import { DraftForm } from '../form/draft-form.tsx';
import { JobProgress } from '../plan/job-progress.tsx';
import css from '../plan/plan.module.css';
import { askAction, dismissAction, isAsked } from './actions.ts';
import type { ActionProps } from './actions.ts';
import { notify } from './run.ts';

interface Draft {
  readonly format: ExportFormat;
  readonly all: boolean;
  readonly metadata: boolean;
  readonly values: boolean;
  readonly which: ExportOptions['keys']['which'];
  /** As `namesIn` splits them at commas. */
  readonly names: string;
  readonly protection: 'passphrase' | 'recipients' | 'none';
  readonly recipients: string;
}

const first: Draft = {
  format: 'strongroom',
  all: true,
  metadata: true,
  values: false,
  which: 'all',
  names: '',
  protection: 'passphrase',
  recipients: '',
};

/** Chooses format, content and protection of an export. */
export function ExportDialog({ action: { sessionId, places } }: ActionProps<'export'>) {
  return (
    <DraftForm<Draft>
      title="Export"
      description={
        <Text as="p" mono breaks data-selectable>
          {placesText(places)}
        </Text>
      }
      onClose={dismissAction}
      first={first}
      fields={(draft) => fieldsOf(draft, places)}
      action="Choose a file…"
      busy="Waiting for the file and the secure prompt"
      failed="Nothing was exported"
      forgets
      submit={async (draft) => {
        await startExport(sessionId, places, optionsOf(draft), (work) => tellEnd(sessionId, work));
        return () => askAction({ kind: 'exported', sessionId });
      }}
    />
  );
}

/** The choices, as far as the format can carry it. */
function optionsOf(draft: Draft): ExportOptions {
  const facts = formatFacts[draft.format];
  const { protection } = draft;
  const values = draft.values || !facts.withoutValues;
  return {
    format: draft.format,
    versions: draft.all && facts.versions ? 'all' : 'latest',
    metadata: draft.metadata && facts.metadata,
    values,
    keys:
      draft.which === 'all' || !values
        ? { which: 'all', names: [] }
        : { which: draft.which, names: namesIn(draft.names, ',') },
    protection:
      protection === 'recipients'
        ? { kind: 'recipients', recipients: recipientsIn(draft.recipients) }
        : { kind: protection },
  };
}

function fieldsOf(draft: Draft, places: readonly SelectedPlace[]): FieldList<Draft> {
  const facts = formatFacts[draft.format];
  const chosenVersions = places.some(({ versions }) => versions !== undefined);
  const hasValues = draft.values || !facts.withoutValues;
  return [
    choice<Draft, 'format'>(
      'format',
      'Format',
      exportFormats.map((value) => ({ value, label: formatFacts[value].label })),
      facts.loses === '' ? 'Loses nothing.' : facts.loses,
    ),
    facts.withoutValues && field.check<Draft>('values', 'Values'),
    facts.versions &&
      !chosenVersions &&
      field.check<Draft>('all', 'All versions, with what is deleted or destroyed'),
    facts.metadata && field.check<Draft>('metadata', 'Custom metadata and settings'),
    hasValues &&
      field.radio<Draft, 'which'>(
        'which',
        'Keys',
        [
          { value: 'all', label: 'All' },
          { value: 'only', label: 'Only these' },
          { value: 'without', label: 'All but these' },
        ],
        { inRow: true },
      ),
    hasValues &&
      draft.which !== 'all' &&
      field.mono<Draft>('names', 'Names of keys', {
        hint: 'Separated by commas; a name with a comma in "quotes".',
        needed: true,
      }),
    field.radio<Draft, 'protection'>('protection', 'Encryption with age', [
      { value: 'passphrase', label: 'Passphrase', hint: 'Typed in the secure prompt.' },
      { value: 'recipients', label: 'Public keys', hint: 'Anyone with one of the private keys can read it.' },
      { value: 'none', label: 'None', hint: 'Anyone who can open the file can read it.' },
    ]),
    draft.protection === 'recipients' &&
      field.lines<Draft>('recipients', 'Public keys', {
        hint: 'age1…, one a line.',
        error: recipientsProblem(draft.recipients),
      }),
  ];
}

function recipientsIn(text: string): readonly string[] {
  return namesIn(text.replaceAll(/\s+/g, ','));
}

function recipientsProblem(text: string): string | true | undefined {
  const recipients = recipientsIn(text);
  if (recipients.length === 0) return true;
  if (recipients.length > mostRecipients) return `At most ${String(mostRecipients)}.`;
  return recipients.every((one) => /^age1[a-z0-9]+$/.test(one))
    ? undefined
    : 'A public key begins with age1.';
}

function placesText(places: readonly SelectedPlace[]): string {
  const [only, ...others] = places;
  if (only === undefined) return '';
  const path = only.mount + only.path;
  if (others.length > 0) return `${path} and ${counted(others.length, 'more place')}`;
  return isFolderPath(only.path) ? `${path} and everything below it` : path;
}

/** Says how an export has ended; its dialog shows it itself. */
function tellEnd(sessionId: string, { fileName, written, end }: ExportWork): void {
  const unread = end?.unreadCount ?? 0;
  const text =
    written === undefined
      ? end?.outcome === 'cancelled'
        ? 'The export was cancelled. No file was written.'
        : 'The export stopped. No file was written.'
      : `Exported ${entriesText(written.entries)} to ${fileName}.`;
  if (isAsked('exported')) announce(text);
  else
    notify({ sessionId }, text, {
      warnings: unread === 0 || written === undefined ? [] : [`${grouped(unread)} could not be read.`],
      undo: { label: 'Show', run: () => askAction({ kind: 'exported', sessionId }) },
    });
}

function entriesText(count: number): string {
  return count === 1 ? '1 entry' : `${grouped(count)} entries`;
}

/** Progress of the latest export, then its result. */
export function ExportedDialog({ action: { sessionId } }: ActionProps<'exported'>) {
  const work = useStore(exportWork(sessionId));
  const [problem, setProblem] = useState<AppError>();
  if (work === undefined) return null;
  const { jobId, fileName, done, total, startedMs, written, end, unread } = work;
  const show = async (): Promise<void> => {
    setProblem(undefined);
    try {
      await showExport(sessionId, jobId);
    } catch (caught) {
      setProblem(appErrorOf(caught));
    }
  };
  return (
    <Dialog
      open
      title="Export"
      wide={unread.length > 0}
      onClose={dismissAction}
      actions={
        <>
          <Button onClick={dismissAction}>Close</Button>
          {written !== undefined && (
            <Button variant="primary" icon={FolderOpen} onClick={() => void show()}>
              Show in folder
            </Button>
          )}
        </>
      }
    >
      <Stack gap={12}>
        {end === undefined ? (
          <>
            <JobProgress
              label="Exporting"
              done={done}
              total={total}
              startedMs={startedMs}
              onCancel={() => void work.cancel()}
            />
            <Note>It goes on when this is closed.</Note>
          </>
        ) : (
          <Facts selectable>
            <Fact name="File">
              {written === undefined ? 'none was written' : `${fileName}, ${bytesInWords(written.bytes)}`}
            </Fact>
            {written !== undefined && <Fact name="Entries">{grouped(written.entries)}</Fact>}
          </Facts>
        )}
        {end?.outcome === 'cancelled' && <Text as="p">Cancelled. No part of the file was left behind.</Text>}
        {end?.error !== undefined && <ErrorPanel error={end.error} title="The export stopped" />}
        {problem !== undefined && <ErrorPanel error={problem} title="The file was not shown" />}
        {unread.length > 0 && (
          <Disclosure initiallyOpen title={`${grouped(end?.unreadCount ?? unread.length)} not in the file`}>
            <ul className={css['list']} data-selectable>
              {unread.slice(0, 500).map(({ path, reason }, at) => (
                <li key={at}>
                  <span data-mono>{path}</span> {reason}
                </li>
              ))}
              {unread.length > 500 && <li>The file lists the others.</li>}
            </ul>
          </Disclosure>
        )}
      </Stack>
    </Dialog>
  );
}
