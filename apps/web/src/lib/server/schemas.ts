/** The contract with its schemas and texts, in a chunk that form validation loads with the first form. */
export { api, explainIssues, findPictureProblem } from '@dukkan/contract';
