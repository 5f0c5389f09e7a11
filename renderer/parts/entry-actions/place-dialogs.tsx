/** Dialogs that ask for a place: of a new entry, a copy, a moved entry, or the other side of a comparison. */
import { useState } from 'react';
import { query, vault } from '../../api/client.ts';
import { isSamePlace, tellEntryChanged, type PlaceOfEntry } from '../../api/entry-actions.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useOpenSessions, useWorkspace, useWorkspaceActions } from '../../workspace/workspace.tsx';
import { useRead } from '../read/use-read.ts';
import { askAction, type ActionProps } from './actions.ts';
import css from './entry-actions.module.css';
import { EntryForm, type EntryFormProps } from './entry-form.tsx';
import { LimitedNote } from './limited-note.tsx';
import { PlaceFields, type PlaceFieldsProps } from './place-fields.tsx';
import { fullPath, notify } from './run.ts';
import { useTypedPlace } from './typed-place.ts';
import { withOpenEntry } from './with-open-entry.ts';
import { isVersioned, renameConsequences, settingsConsequence } from './words.ts';

interface PlaceFormProps extends PlaceFieldsProps, Omit<EntryFormProps, 'failed' | 'submit'> {
  /** Title of a failure. */
  readonly failed?: string;
  /** As `submit`, once there is a valid place. */
  readonly send: (to: PlaceOfEntry) => unknown;
}

function PlaceForm(props: PlaceFormProps) {
  const { place, acrossSessions = false, problem, failed = '', send, children, ...form } = props;
  return (
    <EntryForm
      {...form}
      submit={() => {
        place.tryIt();
        return place.chosen !== undefined && problem === undefined && send(place.chosen);
      }}
      failed={({ kind }) =>
        kind === 'conflict' && place.chosen !== undefined
          ? `There is an entry at ${fullPath(place.chosen)} already`
          : failed
      }
    >
      <PlaceFields acrossSessions={acrossSessions} place={place} problem={problem} />
      {children}
    </EntryForm>
  );
}

/** Asks for the place of a new entry; its keys come next, and no request writes before they are saved. */
export function NewEntryDialog({ action: { sessionId, mount, folder } }: ActionProps<'new-entry'>) {
  const { sessions } = useOpenSessions();
  const { openEntry } = useWorkspaceActions();
  const place = useTypedPlace(sessions, { sessionId, mount, path: folder });
  return (
    <PlaceForm
      title="New entry"
      description="Nothing is written until you save its first keys. Strongroom checks first that no entry is there."
      action="Add keys"
      place={place}
      send={(to) => () =>
        openEntry(to.mount, to.path, { sessionId: to.sessionId, mode: 'create', pin: true })
      }
    />
  );
}

/** Copies an entry to another path, mount or connection. Values pass from server to server only through main. */
export function DuplicateDialog({ action: { place: from, entryId, version } }: ActionProps<'duplicate'>) {
  const { sessions } = useOpenSessions();
  const { openEntry } = useWorkspaceActions();
  const place = useTypedPlace(sessions, { ...from, path: `${from.path}-copy` });
  const [withCustomMetadata, setWithCustomMetadata] = useState(true);
  const bothVersioned = from.mount.engine === 'kv2' && place.mount?.engine === 'kv2';
  const same = place.chosen !== undefined && isSamePlace(place.chosen, from);
  return (
    <PlaceForm
      acrossSessions
      title={version === undefined ? 'Duplicate this entry' : `Duplicate version ${String(version)}`}
      description={
        <>
          Copies the keys and values of <code>{fullPath(from)}</code> without showing them. Strongroom checks
          first that no entry is there.
        </>
      }
      action="Duplicate"
      busy="Duplicating…"
      failed="It was not duplicated"
      place={place}
      problem={same ? 'This is the entry itself: choose another path, mount or connection.' : undefined}
      onFailed={({ kind }) => {
        if (kind === 'outcome-unknown' && place.chosen !== undefined) tellEntryChanged(place.chosen, 'made');
      }}
      send={async (to) => {
        const { warnings } = await withOpenEntry({ place: from, version, entryId }, (open) =>
          vault.entry.duplicate({
            sessionId: to.sessionId,
            mount: to.mount.path,
            path: to.path,
            entryId: open,
            withCustomMetadata: bothVersioned && withCustomMetadata,
          }),
        );
        tellEntryChanged(to, 'made');
        return () => {
          openEntry(to.mount, to.path, { sessionId: to.sessionId, pin: true });
          notify(to, `Duplicated ${fullPath(from)} to ${fullPath(to)}.`, { warnings });
        };
      }}
    >
      {from.mount.engine === 'kv2' &&
        (place.mount === undefined || bothVersioned ? (
          <Checkbox
            label="Copy its custom metadata too"
            hint="Versions, dates and other settings are not copied."
            checked={withCustomMetadata}
            onChecked={setWithCustomMetadata}
          />
        ) : (
          <p data-hint>{place.mount.path} keeps no metadata: only keys and values are copied.</p>
        ))}
      <LimitedNote sessionIds={[from.sessionId, place.sessionId]} />
    </PlaceForm>
  );
}

/**
 * Moves an entry to another path or mount of its session. Vault has no rename, so the dialog explains the steps
 * first.
 */
export function RenameDialog({ action: { place: from, entryId }, session }: ActionProps<'rename'>) {
  const { sessions } = useOpenSessions();
  const { allTabs } = useWorkspace();
  const { openEntry, renameTabs } = useWorkspaceActions();
  const place = useTypedPlace(sessions, from);
  const edited = allTabs.some((tab) => tab.kind === 'entry' && tab.dirty && isSamePlace(tab, from));
  const unmoved = place.chosen !== undefined && isSamePlace(place.chosen, from);
  const metadata = useRead(
    session,
    query(
      'entry.metadata',
      { sessionId: from.sessionId, mount: from.mount.path, path: from.path },
      { enabled: isVersioned(from.mount) },
    ),
  );
  const target = place.mount ?? from.mount;
  const settings = isVersioned(from.mount)
    ? settingsConsequence(metadata.data, metadata.error !== undefined, target)
    : undefined;
  return (
    <PlaceForm
      title="Rename or move this entry"
      description={
        <>
          The server cannot rename. Strongroom copies <code>{fullPath(from)}</code> to the new place, reads it
          back, compares, then deletes the old one.
        </>
      }
      action="Rename"
      busy="Renaming…"
      failed="It was not renamed"
      disabled={edited || unmoved}
      place={place}
      onFailed={({ kind }) => {
        if (kind !== 'outcome-unknown' || place.chosen === undefined) return;
        tellEntryChanged(place.chosen, 'made');
        tellEntryChanged(from, 'changed');
      }}
      send={async (to) => {
        const { removed, removalProblem, warnings } = await withOpenEntry({ place: from, entryId }, (open) =>
          vault.entry.rename({ entryId: open, mount: to.mount.path, path: to.path }),
        );
        tellEntryChanged(to, 'made');
        if (removed) {
          // First, so that the tab is not closed along with the removed entry.
          renameTabs(from.sessionId, from, to);
          tellEntryChanged(from, isVersioned(from.mount) ? 'changed' : 'gone');
        } else tellEntryChanged(from, 'changed');
        return () => {
          const title = `${fullPath(to)} was created, but ${fullPath(from)} could not be deleted: both exist`;
          if (removed) notify(to, `Renamed ${fullPath(from)} to ${fullPath(to)}.`, { warnings });
          else if (removalProblem !== undefined)
            askAction({ kind: 'failed', place: from, title, error: removalProblem });
          openEntry(to.mount, to.path, { sessionId: to.sessionId, pin: true });
        };
      }}
    >
      <ul className={css['list']} aria-label="Consequences">
        {[...renameConsequences(from.mount, target), ...(settings === undefined ? [] : [settings])].map(
          (sentence) => (
            <li key={sentence}>{sentence}</li>
          ),
        )}
      </ul>
      {edited && (
        <p role="alert" className={css['warning']}>
          This entry has unsaved edits. Save or discard them first.
        </p>
      )}
      <LimitedNote sessionIds={[from.sessionId]} />
    </PlaceForm>
  );
}

/** Asks for the other side of a comparison: the same path in another session, another path, another version. */
export function CompareDialog({ action: { place: left, version } }: ActionProps<'compare'>) {
  const { sessions } = useOpenSessions();
  const { openCompare } = useWorkspaceActions();
  const other = sessions.find(({ sessionId }) => sessionId !== left.sessionId);
  const place = useTypedPlace(sessions, { ...left, sessionId: other?.sessionId ?? left.sessionId });
  const [typed, setTyped] = useState('');
  const versioned = place.mount?.engine === 'kv2';
  const wanted = versioned ? versionOf(typed) : undefined;
  return (
    <PlaceForm
      acrossSessions
      title="Compare with…"
      description={
        <>
          <code>{fullPath(left)}</code>
          {version === undefined ? ' as it is now' : `, version ${String(version)},`} beside another entry,
          key by key. Values stay hidden until you reveal them.
        </>
      }
      action="Compare"
      place={place}
      send={(to) =>
        wanted !== 'wrong' &&
        (() =>
          openCompare(
            { ...left, ...(version === undefined ? {} : { version }) },
            { ...to, ...(wanted === undefined ? {} : { version: wanted }) },
          ))
      }
    >
      {versioned && (
        <TextField
          label="Version"
          optional
          inputMode="numeric"
          placeholder="the current one"
          value={typed}
          error={wanted === 'wrong' ? 'A version is a whole number from 1 on.' : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <LimitedNote sessionIds={[left.sessionId, place.sessionId]} />
    </PlaceForm>
  );
}

function versionOf(text: string): number | 'wrong' | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return /^[1-9]\d{0,8}$/.test(trimmed) ? Number(trimmed) : 'wrong';
}
