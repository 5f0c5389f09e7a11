/** YAML text as keys: the library reads it, `yaml-reader.ts` writes its nodes as JSON. */
import type { Document } from 'yaml';
import { longestYaml, type ReadKeys } from './read-keys.ts';
import { Refusal, YamlReader } from './yaml-reader.ts';

/** Reads the first document of YAML text of at most `longest` UTF-16 code units. */
export async function parseYaml(text: string, longest = longestYaml): Promise<ReadKeys> {
  if (text.length > longest)
    return { ok: false, message: `it is longer than ${String(longest / 1024 / 1024)} MiB` };
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  let documents: readonly Document.Parsed[];
  try {
    documents = [
      ...yaml.parseAllDocuments(text, {
        lineCounter: lines,
        prettyErrors: false,
        uniqueKeys: false,
        intAsBigInt: true,
        version: '1.2',
        schema: 'core',
        logLevel: 'silent',
        // Times, bytes, sets: types that JSON does not have. Each has a warning, and is read as its source text.
        resolveKnownTags: false,
      }),
    ];
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, message: 'it is nested too deeply' };
    throw error;
  }
  const [first] = documents;
  if (first === undefined) return { ok: true, members: [], warnings: [] };
  const [error] = first.errors;
  if (error !== undefined) {
    return { ok: false, message: wordsOf(error.code), line: lines.linePos(error.pos[0]).line };
  }
  const { contents } = first;
  if (!yaml.isMap(contents)) {
    return { ok: false, message: 'it is not a mapping of keys to values', line: 1 };
  }
  try {
    const reader = new YamlReader(yaml, (node) => lines.linePos(node.range?.[0] ?? 0).line);
    reader.bindAliases(contents);
    const members = reader.membersOf(contents, '', 0);
    const more = documents.length - 1;
    const rest = more > 0 ? [`The text has ${documents.length} documents; only the first was read.`] : [];
    return { ok: true, members, warnings: [...rest, ...reader.warnings] };
  } catch (refusal) {
    if (refusal instanceof Refusal) return { ok: false, message: refusal.message, line: refusal.line };
    if (refusal instanceof RangeError) return { ok: false, message: 'it is nested too deeply' };
    throw refusal;
  }
}

/** Replaces messages that quote the text. */
function wordsOf(code: string): string {
  switch (code) {
    case 'BAD_INDENT':
    case 'TAB_AS_INDENT':
      return code === 'BAD_INDENT' ? 'the indentation does not fit' : 'a tab is not indentation in YAML';
    case 'RESOURCE_EXHAUSTION':
      return 'it is nested too deeply';
    case 'MISSING_CHAR':
      return 'a quote, bracket or colon is missing';
    case 'MULTILINE_IMPLICIT_KEY':
      return 'a key cannot span lines';
    case 'BLOCK_AS_IMPLICIT_KEY':
      return 'a mapping begins in the middle of a line';
    case 'KEY_OVER_1024_CHARS':
      return 'a key is longer than 1,024 characters';
    case 'BAD_DQ_ESCAPE':
      return 'an escape in a quoted text does not exist in YAML';
    case 'BAD_ALIAS':
      return 'an anchor or alias is not well formed';
    default:
      return 'something stands where YAML does not allow it';
  }
}
