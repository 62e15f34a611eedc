/**
 * The contract's endpoints for calling and for asking what is permitted, without their schemas (vite.config.ts). What a
 * list takes stands in list-rules.ts, constants in `virtual:facts`; a form's schemas are asked of form-check.ts.
 */
export { api } from 'virtual:endpoints';
