/** Prints every text that the app may show, a line each with its place: to be read in one go. */
import { sources, textsOf } from './testing/texts.mjs';

for (const { file, line, text } of sources().flatMap(textsOf)) console.log(`${file}:${line}\t${text}`);
