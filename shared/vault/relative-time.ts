/** Times in words. */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** `2 h ago`, `in 4 min`, or the date if more than 30 days away. */
export function relativeTime(atMs: number, nowMs: number): string {
  const distance = Math.abs(nowMs - atMs);
  if (distance >= 30 * day) return utcDate(new Date(atMs).toISOString());
  const words = distanceWords(distance);
  if (words === undefined) return 'just now';
  return atMs <= nowMs ? `${words} ago` : `in ${words}`;
}

/** `38 s`, `59 min`, `12 h`, `31 d`: a distance in time, as in `relativeTime`. */
export function timeSpan(ms: number): string {
  return distanceWords(ms) ?? `${String(Math.floor(ms / 1000))} s`;
}

/** Milliseconds from `nowMs` until those words change. */
export function relativeTimeHolds(atMs: number, nowMs: number): number {
  const distance = Math.abs(nowMs - atMs);
  const unit = distance < minute ? 1000 : distance < hour ? minute : distance < day ? hour : day;
  return atMs <= nowMs ? unit - (distance % unit) : (distance % unit) + 1;
}

/** `2026-11-20 09:37:12 UTC`; unparsable text stays unchanged. */
export function exactUtc(iso: string): string {
  return Number.isNaN(Date.parse(iso))
    ? iso
    : `${new Date(iso).toISOString().slice(0, -5).replace('T', ' ')} UTC`;
}

/** `2026-11-20`: the date in UTC; unparsable text stays unchanged. */
export function utcDate(iso: string): string {
  return Number.isNaN(Date.parse(iso)) ? iso : new Date(iso).toISOString().replace(/T.*/, '');
}

function distanceWords(distanceMs: number): string | undefined {
  if (distanceMs < 5000) return undefined;
  if (distanceMs < minute) return `${String(Math.floor(distanceMs / 1000))} s`;
  if (distanceMs < hour) return `${String(Math.floor(distanceMs / minute))} min`;
  if (distanceMs < day) return `${String(Math.floor(distanceMs / hour))} h`;
  return `${String(Math.floor(distanceMs / day))} d`;
}
