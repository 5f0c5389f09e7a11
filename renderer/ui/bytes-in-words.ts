const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Size in up to three digits: `12.4 MiB`. */
export function bytesInWords(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${value.toFixed(digits)} ${units[unit] ?? ''}`;
}
