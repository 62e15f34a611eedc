/** What `npm run verify` and `npm run verify:audit` ask of a database. The image has its build in place of the source. */
export { verifyAudit } from './core/audit-chain.ts';
export { INVARIANTS, NOTICES } from './core/invariant/invariants.ts';
