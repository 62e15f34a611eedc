import { api, type Endpoint, PICK_LIMIT } from '@dukkan/contract';
import type * as z from 'zod';
import { findReach } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { listBranches } from '../../branch/index.ts';
import { listCategories, listProducts } from '../../catalog/index.ts';
import { listPaymentMethods } from '../../delivery/index.ts';
import { listAccounts } from '../../identity/index.ts';
import { listSuppliers } from '../../purchasing/index.ts';

/** A list that a filter's values are picked from, and its handler with the name of the first row. */
type PickList = {
  readonly endpoint: Endpoint;
  readonly findName: (ctx: Ctx, query: object) => Promise<string | undefined>;
};

/** A pick-list whose rows have their name in this field. */
const createPickList = <E extends Endpoint, F extends 'name' | 'title'>(
  endpoint: E,
  list: (
    ctx: Ctx,
    input: z.output<E['input']>,
  ) => Promise<{ rows: readonly { readonly [K in F]: string }[] }>,
  field: F,
): PickList => ({
  endpoint,
  findName: async (ctx, query) =>
    (await list(ctx, endpoint.input.parse(query) as z.output<E['input']>)).rows[0]?.[field],
});

const accounts = createPickList(api.account.list, listAccounts, 'name');

/** The list of each filter whose value is the id of a named record. */
const PICK_LISTS: Readonly<Record<string, PickList>> = {
  client_id: accounts,
  seller_id: accounts,
  driver_id: accounts,
  opened_by: accounts,
  branch_id: createPickList(api.branch.list, listBranches, 'name'),
  product_id: createPickList(api.product.list, listProducts, 'title'),
  supplier_id: createPickList(api.supplier.list, listSuppliers, 'name'),
  payment_id: createPickList(api.paymentMethod.list, listPaymentMethods, 'title'),
  categorys_id: createPickList(api.category.list, listCategories, 'title'),
};

/**
 * Returns the name of the record that a filter names by its id, if the caller's own pick-list shows that record;
 * undefined otherwise, so that no file tells a name for a guessed id.
 * Rule: docs/rules/reports.md#files
 */
export async function findPickName(ctx: Ctx, filter: string, id: unknown): Promise<string | undefined> {
  const list = Object.hasOwn(PICK_LISTS, filter) ? PICK_LISTS[filter] : undefined;
  const reach = list && findReach(list.endpoint, ctx.actor);
  if (!list || !reach) return undefined;
  const picked = reach === 'pick' ? { status: 1, limit: PICK_LIMIT } : {};
  return list.findName({ ...ctx, reach }, { id, ...picked });
}
