/** Names within one text: separated by commas, or by commas and spaces. */
export type NameSeparator = ',' | ', ';

const quoted = /"((?:[^"]|"")*)"/.source;
const patterns: Readonly<Record<NameSeparator, string>> = {
  ',': `\\s*${quoted}\\s*(?=,|$)|([^,]+)`,
  ', ': `${quoted}(?=[\\s,]|$)|([^\\s,]+)`,
};

/** Splits names. One in double quotes can have any character; `""` within it stands for a quote. */
export function namesIn(text: string, separator: NameSeparator = ', '): readonly string[] {
  return [...text.matchAll(new RegExp(patterns[separator], 'g'))]
    .map(([, inQuotes, plain = '']) => inQuotes?.replaceAll('""', '"') ?? plain.trim())
    .filter((name) => name !== '');
}

/** Text that `namesIn` splits into these names again. */
export function textOfNames(names: readonly string[], separator: NameSeparator = ', '): string {
  return names
    .map((name) => {
      const [only, ...more] = namesIn(name, separator);
      return only === name && more.length === 0 ? name : `"${name.replaceAll('"', '""')}"`;
    })
    .join(', ');
}
