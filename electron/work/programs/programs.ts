/** Programs that ask for secrets, as the rest of the app knows them. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { PastRequest, ProgramsState } from '../../../shared/vault/programs.ts';
import { createProgramRecord } from './record.ts';

export interface Programs {
  readonly list: () => ProgramsState;
  /** Ends a grant; without an id all of them. Throws `invalid-input` for an unknown one. */
  readonly revoke: (id?: string) => ProgramsState;
}

export interface ProgramsParts {
  readonly changed: () => void;
  /** Called with each request that has ended. */
  readonly noted: (request: PastRequest) => void;
}

/** Makes them; nothing is open. */
export function createPrograms({ changed, noted }: ProgramsParts): Programs {
  const record = createProgramRecord<undefined>(changed, noted);
  const list = (): ProgramsState => ({
    on: false,
    socket: '',
    grants: record.grants().map(({ view }) => view),
    requests: record.past(),
    waiting: 0,
  });
  return {
    list,
    revoke: (id) => {
      if (id === undefined) record.revokeAll();
      else if (!record.revoke(id))
        throw new AppFailure({
          kind: 'invalid-input',
          field: 'id',
          message: 'This grant has ended already.',
        });
      return list();
    },
  };
}
