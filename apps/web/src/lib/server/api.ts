/**
 * The contract's endpoints without their schemas (vite.config.ts), for calls and permission checks. List inputs are
 * in list-rules.ts, constants in `virtual:facts`, form schemas in form-check.ts.
 */
export { api } from 'virtual:endpoints';
