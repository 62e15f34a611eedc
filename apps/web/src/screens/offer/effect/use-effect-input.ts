import { useDebounced } from '../../../lib/debounced.ts';
import { emptyToNull } from '../../../lib/form/form-values.ts';
import { paths, withQuery } from '../../../lib/paths.ts';

/** The pause in typing, in milliseconds, before an effect is requested. */
const REST_MS = 250;

/** Returns the input of an effect after a pause in typing; empty boxes are null. */
export const useDebouncedInput = <T extends object>(input: T): T =>
  JSON.parse(useDebounced(JSON.stringify(emptyToNull(input)), REST_MS)) as T;

/** Returns the list of products that a rule is for: those of its only category, else all. */
export const getAllItemsPath = (categorys_id: readonly number[], products: readonly unknown[]): string =>
  categorys_id.length === 1 && products.length === 0
    ? withQuery(paths.products, { categorys_id: categorys_id[0] })
    : paths.products;
