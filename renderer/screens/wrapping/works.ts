import type { Where } from '../../../shared/vault/where.ts';
import { dismissSecret } from '../../api/answers.ts';
import { appErrorOf } from '../../api/client.ts';
import { perSession } from '../../api/per-session.ts';
import { lookUpWrapping, rewrap, takeWrappingToken, unwrap } from '../../api/wrapping.ts';
import { OpenWork } from './open-work.ts';
import { ShareDraft } from './share-draft.ts';

/** Opening a token at a place, over the bridge. */
export function openWorkAt(where: Where): OpenWork {
  return new OpenWork(where, {
    take: takeWrappingToken,
    lookUp: lookUpWrapping,
    unwrap,
    rewrap,
    dismiss: dismissSecret,
    errorOf: appErrorOf,
  });
}

/** The token being opened in a session; made on the first asking. */
export const openWorkOf = perSession((sessionId) => openWorkAt({ sessionId }));

/** What is about to be shared from a session; made on the first asking. */
export const shareDraftOf = perSession(() => new ShareDraft());
