/** Prints every display text of the app, one line each with its location, for proofreading. */
import { sources, textsOf } from './testing/texts.mjs';

for (const { file, line, text } of sources().flatMap(textsOf)) console.log(`${file}:${line}\t${text}`);
