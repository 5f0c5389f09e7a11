/**
 * Revoking one token: the secure prompt asks once and names the consequences. Revoking a token without its child
 * tokens needs its value (vault-http-facts 6.12), entered in the secure prompt if main does not hold it.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { TokenChoice } from '../../../shared/vault/token-work.ts';
import { vault } from '../../api/client.ts';
import { inspectionQuery, revokeToken } from '../../api/tokens.ts';
import { useAction, type Action } from '../../api/use-action.ts';
import { announce } from '../../ui/announce.tsx';
import { noteToken, tokensOf } from './token-notes.ts';
import type { LookedUp, TokenNotes } from './token-notes.ts';

export interface ToRevoke {
  readonly session: SessionView;
  readonly token: LookedUp;
  readonly note: TokenNotes;
  /** Empty: the session's own. */
  readonly argument: string;
}

export interface Revoke extends Pick<Action, 'busy' | 'failure'> {
  /** The entered value belongs to another token: its accessor, or empty. */
  readonly other: string | undefined;
  readonly run: (orphan: boolean) => void;
}

/** Revokes a token, with its child tokens or (`orphan`) without. */
export function useRevoke({ session, token, note, argument }: ToRevoke): Revoke {
  const { sessionId } = session;
  const { busy, failure, run } = useAction();
  const [other, setOther] = useState<string>();
  const client = useQueryClient();
  const tokens = tokensOf(sessionId);
  const byValue = async (): Promise<TokenChoice | undefined> => {
    if (note.secretRef !== undefined) return { by: 'secret', secretRef: note.secretRef };
    const { secretRef } = await vault.secret.enter({ sessionId, kind: 'token-id' });
    try {
      const inspection = await vault.token.inspect({ sessionId, token: { by: 'secret', secretRef } });
      if (inspection.accessor === token.accessor) {
        // The drawer switches to the look-up by value, and needs it in the cache.
        client.setQueryData(inspectionQuery(sessionId, { by: 'secret', secretRef }, '').queryKey, inspection);
        noteToken(tokens, argument, { secretRef });
        return { by: 'secret', secretRef };
      }
      setOther(inspection.accessor);
    } catch (caught) {
      await vault.secret.dismiss({ secretRef });
      throw caught;
    }
    await vault.secret.dismiss({ secretRef });
    return undefined;
  };
  const choice = async (orphan: boolean): Promise<TokenChoice | undefined> => {
    if (argument === '') return { by: 'self' };
    if (orphan) return byValue();
    return note.secretRef === undefined
      ? { by: 'accessor', accessor: token.accessor }
      : { by: 'secret', secretRef: note.secretRef };
  };
  return {
    busy,
    failure,
    other,
    run: (orphan) => {
      setOther(undefined);
      void run(async () => {
        const how = await choice(orphan);
        if (how === undefined) return;
        const warnings = await revokeToken(sessionId, how, orphan);
        const revoked = { at: new Date().toISOString(), warnings };
        noteToken(tokens, argument, { accessor: token.accessor, revoked });
        announce('The token is revoked.');
      });
    },
  };
}
