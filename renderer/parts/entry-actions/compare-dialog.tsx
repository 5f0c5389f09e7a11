import { useState } from 'react';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useOpenSessions, useWorkspaceActions } from '../../workspace/workspace.tsx';
import { dismissAction, type EntryAction } from './actions.ts';
import { LimitedNote } from './limited-note.tsx';
import { PlaceFields } from './place-fields.tsx';
import { fullPath } from './run.ts';
import { useTypedPlace } from './typed-place.ts';

/** Asks for the other side of a comparison: the same path in another session, another path, another version. */
export function CompareDialog({ action }: { readonly action: EntryAction & { readonly kind: 'compare' } }) {
  const { place: left, version } = action;
  const { sessions } = useOpenSessions();
  const { openCompare } = useWorkspaceActions();
  const other = sessions.find(({ sessionId }) => sessionId !== left.sessionId);
  const place = useTypedPlace(sessions, { ...left, sessionId: other?.sessionId ?? left.sessionId });
  const [typed, setTyped] = useState('');
  const versioned = place.mount?.engine === 'kv2';
  const wanted = versioned ? versionOf(typed) : undefined;

  const go = (): void => {
    place.tryIt();
    if (place.chosen === undefined || wanted === 'wrong') return;
    dismissAction();
    openCompare(
      { ...left, ...(version === undefined ? {} : { version }) },
      { ...place.chosen, ...(wanted === undefined ? {} : { version: wanted }) },
    );
  };
  return (
    <FormDialog
      title="Compare with…"
      description={
        <>
          <code>{fullPath(left)}</code>
          {version === undefined ? ' as it is now' : `, version ${String(version)},`} beside another entry,
          key by key. Values stay hidden until you reveal them.
        </>
      }
      action="Compare"
      onClose={dismissAction}
      onSubmit={go}
    >
      <PlaceFields acrossSessions place={place} />
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
    </FormDialog>
  );
}

function versionOf(text: string): number | 'wrong' | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return /^[1-9]\d{0,8}$/.test(trimmed) ? Number(trimmed) : 'wrong';
}
