/** Builds the user's guide once, in the project's Node: `node build/make-guide.mjs '{"to":…}'`. */
import { makeGuide } from './guide/make.mjs';

makeGuide(JSON.parse(process.argv[2] ?? '{}'));
