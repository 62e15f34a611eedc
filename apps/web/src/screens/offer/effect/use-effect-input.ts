import { useDebounced } from '../../../lib/debounced.ts';
import { emptyToNull } from '../../../lib/form/form-values.ts';

/** So long typing rests, in milliseconds, before an effect is asked for. */
const REST_MS = 250;

/** The input of an effect as it was when typing rested; empty boxes are null. */
export const useDebouncedInput = <T extends object>(input: T): T =>
  JSON.parse(useDebounced(JSON.stringify(emptyToNull(input)), REST_MS)) as T;
