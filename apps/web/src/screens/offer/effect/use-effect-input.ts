import { useDebounced } from '../../../lib/debounced.ts';
import { emptyToNull } from '../../../lib/form/form-values.ts';

/** The pause in typing, in milliseconds, before an effect is requested. */
const REST_MS = 250;

/** Returns the input of an effect after a pause in typing; empty boxes are null. */
export const useDebouncedInput = <T extends object>(input: T): T =>
  JSON.parse(useDebounced(JSON.stringify(emptyToNull(input)), REST_MS)) as T;
