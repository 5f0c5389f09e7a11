/** Polling intervals of a cluster, in ms. */

export const rates: readonly { readonly value: string; readonly label: string }[] = [
  { value: '1000', label: '1 s' },
  { value: '2000', label: '2 s' },
  { value: '5000', label: '5 s' },
  { value: '10000', label: '10 s' },
  { value: '30000', label: '30 s' },
  { value: '0', label: 'Off' },
];

/** The interval as text for the head of the screen. */
export function rateWords(everyMs: number): string {
  return everyMs === 0 ? 'updates off' : `every ${String(everyMs / 1000)} s`;
}
