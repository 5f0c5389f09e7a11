/** Position of an error in a JSON text, in the same words as in main, which parses pasted text. */
export { jsonProblem } from '../../../../shared/vault/json-problem.ts';
export type { JsonProblem } from '../../../../shared/vault/json-problem.ts';
