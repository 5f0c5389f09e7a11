/** Forms in which a secret can be written: a search for its plain text alone would miss the others. */

/**
 * A text as it is, JSON-escaped, percent-encoded, in hex, and in base64 (both alphabets, at any offset within longer
 * data); maps each form to its name. For texts of 8 characters or more.
 */
export function writtenForms(text: string): ReadonlyMap<string, string> {
  const bytes = Buffer.from(text, 'utf8');
  const forms = new Map([[text, 'as it is']]);
  const add = (form: string, name: string): void => {
    if (!forms.has(form)) forms.set(form, name);
  };
  add(JSON.stringify(text).slice(1, -1), 'in JSON');
  add(encodeURIComponent(text), 'percent-encoded');
  add(bytes.toString('hex'), 'in hex');
  for (const before of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    // Characters that share bits with a neighbour vary with it.
    const own = encoded.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3));
    add(own, 'in base64');
    add(own.replaceAll('+', '-').replaceAll('/', '_'), 'in base64 for addresses');
  }
  return forms;
}
