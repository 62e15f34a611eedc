import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { failField } from '../../../core/fail-field.ts';
import { type Page, toPage } from '../../../core/list/page.ts';
import { listProductFileColumns, toProductFileRows } from './export-products.ts';
import {
  findProductPage,
  findProductsForExport,
  type ProductPageLookupMode,
  productListVersionSql,
} from './find-product-ids.ts';
import { rowView } from './product.view.ts';
import { loadProductRows } from './read-product-rows.ts';

type Input = z.output<typeof api.product.list.input>;
type Row = z.output<typeof api.product.list.output>;

/** Sort orders that the public may use. */
const OPEN_SORTS: readonly Input['sort_by'][] = ['relevance', 'newest', 'title', 'price', 'ord'];

/** Returns the parts of a query that this caller may use and ignores the others. */
function pickAllowedInput(ctx: Ctx, input: Input): Input {
  if (ctx.reach === 'full') return input;
  const { status, id, tax_type_id, in_stock, low, missing_translation, ...open } = input;
  const sort_by = OPEN_SORTS.includes(input.sort_by) ? input.sort_by : 'relevance';
  return ctx.reach === 'pick' && id !== undefined ? { ...open, id, sort_by } : { ...open, sort_by };
}

/** Lookup modes, tried in this order while the catalogue changes during the request. */
const WAYS: readonly ProductPageLookupMode[] = ['remembered', 'shared', 'alone'];

/**
 * Lists products by keywords, filters and order. Ids and total are found first, or cached, then the rows are read; the
 * version read with the rows shows whether both are of the same state.
 * @throws request.invalid when price_from is above price_to
 */
export async function list(ctx: Ctx, request: Input): Promise<Page<Row>> {
  const input = pickAllowedInput(ctx, request);
  const { price_from, price_to } = input;
  if (price_from !== undefined && price_to !== undefined && price_from > price_to)
    failField('price_from', 'max_value', { max: price_to });
  const shown = ({ rows }: Awaited<ReturnType<typeof loadProductRows>>) =>
    rows.map((row) => rowView(ctx, row, input.all_locale ?? false));
  if (input.export) {
    const { ids, total } = await findProductsForExport(ctx, input);
    const { rows } = await loadProductRows(ctx, ids, productListVersionSql(ctx, input));
    // in an export a row is an item; the list's own rows are for screens
    const lines: readonly object[] = await toProductFileRows(ctx, rows);
    return { ...toPage(lines as Row[], total, input), columns: listProductFileColumns(ctx) };
  }
  for (let turn = 0; ; turn += 1) {
    const way = WAYS[turn] ?? 'alone';
    const { ids, total, isEstimated, clock } = await findProductPage(ctx, input, way);
    const read = await loadProductRows(ctx, ids, productListVersionSql(ctx, input));
    // if the catalogue keeps changing, as during an import, the last result is returned as it is
    if (read.clock !== clock && way !== 'alone') continue;
    return toPage(shown(read), total, input, isEstimated);
  }
}
