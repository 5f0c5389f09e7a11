import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { TokenChoice } from '../../../shared/vault/token-work.ts';
import { appErrorOf } from '../../api/client.ts';
import { dismissSecret, enterToken, inspectionQuery, inspectToken, revokeToken } from '../../api/tokens.ts';
import { announce } from '../../ui/announce.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { RadioField } from '../../ui/radio-field.tsx';
import { revokeForms } from './revoke-forms.ts';
import { noteToken, tokensOf } from './token-notes.ts';
import type { LookedUp, TokenNotes } from './token-notes.ts';
import css from './token.module.css';

export interface RevokeDialogProps {
  readonly session: SessionView;
  readonly token: LookedUp;
  readonly note: TokenNotes;
  /** Of its tab; empty: the session's own. */
  readonly argument: string;
  readonly onClose: () => void;
}

/** Which way to revoke a token, each saying what dies with it. Main asks once more, in the trusted view. */
export function RevokeDialog({ session, token, note, argument, onClose }: RevokeDialogProps) {
  const { sessionId } = session;
  const forms = revokeForms({
    mine: argument === '',
    valueKnown: note.secretRef !== undefined,
    hasAccessor: token.accessor !== '',
  });
  const [chosen, setChosen] = useState(forms[0]?.name ?? 'tree');
  const form = forms.find(({ name }) => name === chosen) ?? forms[0];
  const revoke = useMutation({
    mutationFn: ({ how, orphan }: { how: TokenChoice; orphan: boolean }) =>
      revokeToken(sessionId, how, orphan),
    onSuccess: (warnings) => {
      noteToken(tokensOf(sessionId), argument, {
        accessor: token.accessor,
        revoked: { at: new Date().toISOString(), warnings },
      });
      announce('The token is revoked.');
      onClose();
    },
  });
  const error = revoke.isError ? appErrorOf(revoke.error) : undefined;
  return (
    <FormDialog
      wide
      title={argument === '' ? 'Revoke my own token' : 'Revoke this token'}
      description="It cannot be undone. You are asked once more, in a window that no page can press for you."
      action="Revoke…"
      variant="destroy"
      busy={revoke.isPending ? 'Waiting…' : undefined}
      disabled={form === undefined}
      onClose={onClose}
      onSubmit={() => {
        if (form !== undefined) revoke.mutate({ how: howOf(form.by, token, note), orphan: form.orphan });
      }}
    >
      <RadioField
        label="What ends"
        options={forms.map(({ name, label, dies }) => ({ value: name, label, hint: dies }))}
        value={form?.name ?? chosen}
        onValue={(value) => {
          revoke.reset();
          setChosen(value);
        }}
      />
      {argument !== '' && note.secretRef === undefined && (
        <GiveValue sessionId={sessionId} argument={argument} />
      )}
      {error !== undefined && error.kind !== 'cancelled' && (
        <ErrorPanel
          error={error}
          title={
            error.kind === 'outcome-unknown' ? 'It is not known whether it was revoked' : 'It was not revoked'
          }
        />
      )}
    </FormDialog>
  );
}

function howOf(by: 'self' | 'secret' | 'accessor', token: LookedUp, note: TokenNotes): TokenChoice {
  if (by === 'secret' && note.secretRef !== undefined) return { by: 'secret', secretRef: note.secretRef };
  return by === 'self' ? { by: 'self' } : { by: 'accessor', accessor: token.accessor };
}

/** The server revokes a token without its children only by its value: asked for in the trusted view, checked here. */
function GiveValue({ sessionId, argument }: { readonly sessionId: string; readonly argument: string }) {
  const client = useQueryClient();
  const give = useMutation({
    mutationFn: async () => {
      const { secretRef } = await enterToken(sessionId);
      try {
        const inspection = await inspectToken(sessionId, { by: 'secret', secretRef });
        if (inspection.accessor === argument) return { secretRef, inspection };
        await dismissSecret(secretRef);
        return { other: inspection.accessor };
      } catch (caught) {
        await dismissSecret(secretRef);
        throw caught;
      }
    },
    onSuccess: ({ secretRef, inspection }) => {
      if (secretRef === undefined) return;
      // The screen goes over to the look-up by value, and must have it at hand: this dialog lies over it.
      client.setQueryData(inspectionQuery(sessionId, { by: 'secret', secretRef }, '').queryKey, inspection);
      noteToken(tokensOf(sessionId), argument, { secretRef });
    },
  });
  const error = give.isError ? appErrorOf(give.error) : undefined;
  return (
    <div className={css['give']}>
      <p className={css['explain']}>
        To leave the tokens alive that it has made, the server needs the token itself: an accessor is not
        enough for that.
      </p>
      <Button
        small
        disabled={give.isPending}
        onClick={() => {
          give.mutate();
        }}
      >
        Give its value…
      </Button>
      {give.data?.other !== undefined && (
        <p role="alert" className={css['wrong']}>
          That is another token{give.data.other === '' ? '' : `, with the accessor ${give.data.other}`}.
          Nothing was revoked.
        </p>
      )}
      {error !== undefined && error.kind !== 'cancelled' && <ErrorPanel error={error} />}
    </div>
  );
}
