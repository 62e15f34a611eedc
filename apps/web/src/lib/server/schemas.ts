/** The contract with its schemas and its words: for form-check.ts, which has it loaded when the first form stands. */
export { api, explainIssues } from '@dukkan/contract';
