/**
 * The contract's endpoints without their schemas (vite.config.ts), for calls and permission checks. List inputs are in
 * `virtual:lists`, constants in `virtual:facts`, form schemas in schemas.ts.
 */
export { api } from 'virtual:endpoints';
