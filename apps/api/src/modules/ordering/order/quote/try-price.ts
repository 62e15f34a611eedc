import { fromMinor, getCurrencyScale, priceCart } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../../core/ctx.ts';
import { readPriceRules } from '../../../pricing/index.ts';
import { readSettings, requireBusinessPhone } from '../../../setting/index.ts';
import { toStoredPriceSteps } from '../make/insert-order.ts';
import { createCart, createPriceContext, resolveCartLines } from '../price/build-cart.ts';
import { checkBranchVisible, loadPricingData } from '../price/load-cart-items.ts';
import { loadRuleTitles, stepView } from '../record/price-steps.ts';
import { type BranchWithLocalTime, loadShopSnapshot } from '../record/shop-snapshot.ts';

type Try = typeof api.priceTrial.try;
type Missed = z.output<Try['output']>['missed'];

/** Formats a date of the database as a local day. */
const toDayText = (date: Date): string => date.toISOString().slice(0, 10);

/**
 * Finds the reason why a price list does not set the price of an item: the first one in the order that pricing checks.
 */
async function findMiss(
  ctx: Ctx,
  list_id: number,
  { item_id, branch, phone }: { item_id: number; branch: BranchWithLocalTime; phone: string | null },
): Promise<Missed> {
  const list = await ctx.db.price_list.findFirst({
    where: { id: list_id, deleted_at: null },
    select: {
      status: true,
      start_date: true,
      end_date: true,
      phones: true,
      branches: { where: { branch_id: branch.id }, select: { branch_id: true } },
      items: { where: { item_id, status: 1 }, select: { id: true } },
    },
  });
  if (!list) return fail('reference.missing', { field: 'list_id' }, 'list_id');
  if (list.status !== 1) return 'inactive';
  if (list.items.length === 0) return 'no_price';
  if (list.branches.length === 0) return 'branch';
  if (list.start_date !== null && branch.today < toDayText(list.start_date)) return 'not_yet';
  if (list.end_date !== null && branch.today > toDayText(list.end_date)) return 'over';
  if (list.phones.length > 0 && (phone === null || !list.phones.includes(phone))) return 'phone';
  return 'beaten';
}

/**
 * Computes the price of some units of an item in a branch at a given time, for a known or unknown customer, with every
 * step, by the code that prices orders. Stores nothing.
 * Rule: docs/rules/prices.md#try-it
 * @throws branch.forbidden; reference.missing on branch_id, item_id or list_id; request.invalid on phone
 */
export async function simulatePrice(
  ctx: Ctx,
  input: z.output<Try['input']>,
): Promise<z.output<Try['output']>> {
  checkBranchVisible(ctx, input.branch_id);
  const at = input.at === undefined ? ctx.now : new Date(input.at);
  // the branch's local time is computed for the requested moment
  const then: Ctx = { ...ctx, now: at };
  const { settings } = await readSettings(ctx);
  const scale = getCurrencyScale(settings.Currency);
  const phone = input.phone ? requireBusinessPhone(input.phone, settings.country, 'phone') : null;
  const { branch_id, item_id } = input;
  const facts = await loadPricingData(then, await loadShopSnapshot(ctx), {
    branch_id,
    item_ids: [item_id],
    product_ids: [],
    offer_ids: [],
    extra_ids: [],
  });
  const { branch } = facts;
  if (!branch) return fail('reference.missing', { field: 'branch_id' }, 'branch_id');
  const [found] = facts.items;
  if (!found?.live) return fail('reference.missing', { field: 'item_id' }, 'item_id');
  const quantity = input.quantity ?? Number(found.stepper);
  const cartLines = resolveCartLines(facts, [{ item_id, quantity }]);
  const rules = await readPriceRules(then, settings.Currency, {
    branch_id,
    items: facts.items,
    kinds: facts.rules,
    phone,
  });
  const cart = createCart(facts, branch, cartLines, scale, {
    coupon: null,
    manual: null,
    type: 'take_away',
    pos: true,
    delivery_method: null,
    zone: null,
    payments: [],
  });
  const context = createPriceContext(settings, branch, rules, { phone, source: 'dashboard' });
  const [line] = priceCart(cart, context).lines;
  if (!line) throw new Error('a cart of one line was priced as none');
  const steps = toStoredPriceSteps(line.steps, scale);
  const titles = await loadRuleTitles(ctx, steps);
  const money = (amount: bigint) => fromMinor(amount, scale);
  const list_id = line.price_list_id;
  const { list_id: listId } = input;
  return {
    currency: settings.Currency,
    quantity,
    price: money(line.gross),
    unit_price: money(line.unit_price),
    unit_list: money(line.unit_list),
    unit_base: money(line.unit_base),
    steps: steps.map((step) => stepView(step, titles)),
    list: list_id === null ? null : { id: list_id, title: titles('price_list', list_id) ?? '' },
    missed:
      listId === undefined || listId === list_id
        ? null
        : await findMiss(ctx, listId, { item_id, branch, phone }),
    at: at.toISOString(),
  };
}
