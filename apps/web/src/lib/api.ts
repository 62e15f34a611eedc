/**
 * The contract's endpoints for calling and for asking what is permitted, without their schemas (vite.config.ts).
 * Code that reads `input` or `sorts` at run time, as forms and lists do, takes `api` from the contract itself.
 */
export { api } from 'virtual:endpoints';
