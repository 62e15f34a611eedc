import { useQueries } from '@tanstack/react-query';
import { parseTypedNumber, QUANTITY_SCALE } from '../../lib/form/parse-typed-number.ts';
import { api } from '../../lib/server/api.ts';
import { readOnce } from '../../lib/server/use-read-write.ts';
import {
  getReturnableQuantity,
  type QuantityStepByProduct,
  type ReturnableLine,
  type ReturnDraft,
} from './draft.ts';

/** What the products of lines are sold in, of which a part comes back; asked once each, unknown where it may not be. */
export function useQuantitySteps(
  lines: readonly ReturnableLine[],
  draft: ReturnDraft,
): QuantityStepByProduct {
  const ids = lines.flatMap((line) => {
    const { value } = parseTypedNumber(draft.get(line.id)?.text ?? '', QUANTITY_SCALE);
    return line.product_id !== null && value !== null && value !== getReturnableQuantity(line)
      ? [line.product_id]
      : [];
  });
  return useQueries({
    queries: [...new Set(ids)].map((id) => ({
      queryKey: ['product', 'step', id],
      queryFn: async () => {
        const { results } = await readOnce(api.product.show, { id }, null);
        return [id, results.stepper] as const;
      },
      retry: false,
    })),
    combine: (all) => new Map(all.flatMap(({ data }) => (data ? [data] : []))),
  });
}
