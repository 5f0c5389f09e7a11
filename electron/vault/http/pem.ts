/** Finds blocks in PEM texts. */

/** Every whole certificate block of a text, in order. */
export function certificateBlocks(text: string): string[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?(?:-----END CERTIFICATE-----|$)/g) ?? [];
  return blocks.filter((block) => block.endsWith('-----END CERTIFICATE-----'));
}

/** The label of the first block that is not a certificate, e.g. `PRIVATE KEY`; undefined without one. */
export function otherBlock(text: string): string | undefined {
  for (const [, label = ''] of text.matchAll(/-----BEGIN ([A-Z0-9 ]{1,60})-----/g))
    if (label !== 'CERTIFICATE') return label;
  return undefined;
}

/** The first private key block of any kind; undefined without one. */
export function privateKeyBlock(text: string): string | undefined {
  const block = /-----BEGIN ((?:[A-Z0-9]+ ){0,4}PRIVATE KEY)-----[\s\S]*?(?:-----END \1-----|$)/.exec(text);
  return block?.[0].endsWith(`-----END ${block[1] ?? ''}-----`) === true ? block[0] : undefined;
}
