/** Where a JSON text goes wrong: the same words as in main, which reads pasted text. */
export { jsonProblem } from '../../../../shared/vault/json-problem.ts';
export type { JsonProblem } from '../../../../shared/vault/json-problem.ts';
