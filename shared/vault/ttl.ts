/** Durations in the format of Vault's command line. */

const unitSeconds: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
};

/** Formats seconds as Vault does: `768h`, `30m`, `1h2m3s`, `0s`; negative with a leading minus. Cuts fractions. */
export function formatDuration(seconds: number): string {
  const whole = Math.trunc(Math.abs(seconds));
  if (!Number.isFinite(whole) || whole === 0) return '0s';
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = whole % 60;
  const sign = seconds < 0 ? '-' : '';
  if (rest !== 0)
    return `${sign}${hours > 0 ? `${hours}h` : ''}${hours > 0 || minutes > 0 ? `${minutes}m` : ''}${rest}s`;
  if (minutes !== 0) return `${sign}${hours > 0 ? `${hours}h` : ''}${minutes}m`;
  return `${sign}${hours}h`;
}

/**
 * Parses the forms that Vault accepts: bare seconds (`90`), Go durations (`1h30m`, `1.5h`, `500ms`), whole days alone
 * (`30d`). Returns seconds, or undefined for other text.
 */
export function parseDuration(text: string): number | undefined {
  const trimmed = text.trim();
  if (/^\d+$/.test(trimmed)) return Number(trimmed);
  const days = /^(\d+)d$/.exec(trimmed);
  if (days !== null) return Number(days[1]) * 86_400;
  if (!/^-?(?:\d+(?:\.\d*)?(?:ns|us|µs|ms|s|m|h))+$/.test(trimmed)) return undefined;
  let seconds = 0;
  for (const [, amount, unit] of trimmed.matchAll(/(?<![\d.])(\d+(?:\.\d*)?)(ns|us|µs|ms|s|m|h)/g)) {
    seconds += Number(amount) * (unitSeconds[unit ?? ''] ?? 0);
  }
  return trimmed.startsWith('-') ? -seconds : seconds;
}

/** True if a wrapping TTL causes wrapping: servers treat zero, in any unit, as no wrapping. */
export function wrapsAnswer(ttl: number | string): boolean {
  return parseDuration(String(ttl)) !== 0;
}
