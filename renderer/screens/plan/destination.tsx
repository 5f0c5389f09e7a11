import { checkApiPath } from '../../../shared/vault/path.ts';
import { useStore } from '../../api/store.ts';
import { PlaceFields } from '../../parts/form/place-fields.tsx';
import type { ActionDraft } from '../../parts/plan/plan-draft.ts';
import { planOf } from '../../parts/plan/plan-store.ts';

/** Reason why a text cannot be a folder; undefined if it can. Empty: the mount itself. */
export function destinationProblem(path: string): string | undefined {
  if (path === '') return undefined;
  const problem = checkApiPath(path.replace(/\/$/, ''));
  return problem === undefined ? undefined : `${problem.message} ${problem.hint ?? ''}`.trim();
}

/** Reason why a text cannot be the path of an entry; undefined if it can, or if nothing is typed yet. */
export function sourceProblem(path: string): string | undefined {
  return path.endsWith('/') ? 'This is a folder. Type the path of an entry.' : destinationProblem(path);
}

export interface DestinationProps {
  readonly sessionId: string;
  readonly draft: ActionDraft;
  readonly onDraft: (change: Partial<ActionDraft>) => void;
}

/** Folder that entries go to. */
export function Destination({ sessionId, draft, onDraft }: DestinationProps) {
  const { toSession, toMount, toPath } = draft;
  return (
    <PlaceFields
      takesFocus
      usual={useUsualMount(sessionId)}
      at={{ sessionId: toSession, mount: toMount, path: toPath }}
      onAt={(at) => onDraft({ toSession: at.sessionId, toMount: at.mount, toPath: at.path })}
      labels={{
        connection: 'Connection',
        mount: 'To mount',
        path: 'To folder',
        placeholder: 'the mount itself',
      }}
      problem={destinationProblem(toPath)}
      hint={
        toMount !== undefined && (
          <>
            In full: <code>{toMount.path + toPath + (toPath === '' || toPath.endsWith('/') ? '' : '/')}</code>
          </>
        )
      }
    />
  );
}

/** Entry that a key is copied from. */
export function Source({ sessionId, draft, onDraft }: DestinationProps) {
  const { fromSession, fromMount, fromPath } = draft;
  return (
    <PlaceFields
      takesFocus
      usual={useUsualMount(sessionId)}
      at={{ sessionId: fromSession, mount: fromMount, path: fromPath }}
      onAt={(at) => onDraft({ fromSession: at.sessionId, fromMount: at.mount, fromPath: at.path })}
      labels={{
        connection: 'Connection',
        mount: 'From mount',
        path: 'From entry',
        placeholder: 'app/database',
      }}
      problem={sourceProblem(fromPath)}
      hint={false}
    />
  );
}

/** Mount of the first selected place. */
function useUsualMount(sessionId: string): string | undefined {
  return useStore(planOf(sessionId)).places[0]?.mount;
}
