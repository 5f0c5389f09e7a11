/** Interface of one kind of action towards the maker and the runner of plans. */
import type { Session } from '../../core/session/session.ts';
import type { Capability } from '../../vault/api/caller.ts';
import type { CoveredPath } from '../../core/gates/consents.ts';
import type { Judged, MainAction, Ran, Spot, Steps, StoredRow, WayBack } from './plans.ts';
import type { Requests } from './requests.ts';

/** A capability that a row needs, on one of the API paths of an entry; engines without versions have one path. */
export interface Need {
  readonly spot: Spot;
  readonly family: 'data' | 'metadata' | 'delete' | 'undelete' | 'destroy';
  /** One of them is enough. */
  readonly any: readonly Capability[];
}

/** A request that a row makes, for the person's consent: at most so many times. */
export interface Sent extends CoveredPath {
  readonly session: Session;
}

/** One kind of action: how a row is judged, what it sends, how it is carried out. */
export interface ActionKind<A extends MainAction = MainAction> {
  readonly needs: (action: A, row: StoredRow) => readonly Need[];
  /** Reads what is there; changes nothing. */
  readonly judge: (action: A, row: StoredRow, requests: Requests) => Promise<Judged>;
  readonly sends: (action: A, row: StoredRow) => readonly Sent[];
  readonly run: (action: A, row: StoredRow, requests: Requests, steps: Steps) => Promise<Ran>;
  /** Second round, after all rows: what may go only when everything else is there. */
  readonly finish?: (
    action: A,
    row: StoredRow,
    made: number,
    requests: Requests,
    steps: Steps,
  ) => Promise<void>;
  /** False for a row that has no second round; absent: each has one. */
  readonly finishes?: (row: StoredRow) => boolean;
  /** The way back of a row that is done, or of a copy whose source stays. Absent: it cannot be undone. */
  readonly reverse?: (action: A, row: StoredRow, ran: Ran) => WayBack;
}
