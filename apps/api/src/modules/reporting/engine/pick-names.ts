import { api, type Endpoint, PICK_LIMIT } from '@dukkan/contract';
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

const accounts: PickList = {
  endpoint: api.account.list,
  findName: async (ctx, query) =>
    (await listAccounts(ctx, api.account.list.input.parse(query))).rows[0]?.name,
};

/** The list of each filter whose value is the id of a named record. */
const PICK_LISTS: Readonly<Record<string, PickList>> = {
  client_id: accounts,
  seller_id: accounts,
  driver_id: accounts,
  opened_by: accounts,
  branch_id: {
    endpoint: api.branch.list,
    findName: async (ctx, query) =>
      (await listBranches(ctx, api.branch.list.input.parse(query))).rows[0]?.name,
  },
  product_id: {
    endpoint: api.product.list,
    findName: async (ctx, query) =>
      (await listProducts(ctx, api.product.list.input.parse(query))).rows[0]?.title,
  },
  supplier_id: {
    endpoint: api.supplier.list,
    findName: async (ctx, query) =>
      (await listSuppliers(ctx, api.supplier.list.input.parse(query))).rows[0]?.name,
  },
  payment_id: {
    endpoint: api.paymentMethod.list,
    findName: async (ctx, query) =>
      (await listPaymentMethods(ctx, api.paymentMethod.list.input.parse(query))).rows[0]?.title,
  },
  categorys_id: {
    endpoint: api.category.list,
    findName: async (ctx, query) =>
      (await listCategories(ctx, api.category.list.input.parse(query))).rows[0]?.title,
  },
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
