/**
 * History of clusters, by the address of the connection, from the first watch to the end of the run: it outlives the
 * page, the session and a lock. In memory only: names and addresses of servers do not belong on disk.
 */
import { MOST_EVENTS } from '../../../shared/vault/cluster.ts';
import type { ClusterEvent, Timeline } from '../../../shared/vault/cluster.ts';

const MOST_TIMELINES = 64;
/** Two sessions that watch the same cluster can see the same event this far apart. */
const SAME_MS = 15_000;

export class Timelines {
  readonly #of = new Map<string, Timeline>();

  /** Returns the timeline of a place; undefined before its first verdict. */
  of(place: string): Timeline | undefined {
    return this.#of.get(place);
  }

  /** Adds the events of a verdict; `at`: its time, ISO 8601. */
  note(place: string, at: string, events: readonly ClusterEvent[]): void {
    const { since, events: before } = this.#of.get(place) ?? { since: at, events: [] };
    const added = events.filter((event) => !before.some((one) => isSame(one, event)));
    this.#of.delete(place);
    this.#of.set(place, { since, events: [...before, ...added].slice(-MOST_EVENTS) });
    const [oldest] = this.#of.keys();
    if (this.#of.size > MOST_TIMELINES && oldest !== undefined) this.#of.delete(oldest);
  }
}

function isSame(one: ClusterEvent, other: ClusterEvent): boolean {
  return (
    one.kind === other.kind &&
    one.text === other.text &&
    one.at !== other.at &&
    Math.abs(Date.parse(one.at) - Date.parse(other.at)) < SAME_MS
  );
}
