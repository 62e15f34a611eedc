import { type Discount, toMinorRounded } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { failField } from '../../../core/fail-field.ts';
import { computeRuleEffect } from '../effect/compute-effect.ts';
import { toReduction } from '../rule/read-price-rules.ts';
import { canSeeRule } from '../rule/rule-branches.ts';
import { NEW_RULE_ID } from '../rule/rule-draft.ts';
import { checkDateOrder } from '../rule/rule-scope.ts';

type Input = z.output<typeof api.discount.effect.input>;

/** Converts a discount for `price`, as if it were active. */
export const toDiscountRule = (input: Omit<Input, 'branch_id'>, scale: number): Discount => ({
  ...toReduction((amount) => toMinorRounded(amount, scale), input.type, input.value ?? 0),
  active: true,
  id: input.id ?? NEW_RULE_ID,
  start_date: input.start_date ?? null,
  end_date: input.end_date ?? null,
  branches_ids: input.branches_ids ?? [],
  days: input.days ?? [],
  slots: input.slots ?? [],
  products: (input.products ?? []).map(({ id, item_id }) => ({ product_id: id, item_id: item_id ?? null })),
  categorys_ids: input.categorys_id ?? [],
});

/**
 * Computes how a discount, stored or not, would change the prices of its items if it were active.
 * @throws request.invalid, record.missing, branch.forbidden, reference.missing
 * Source: docs/rules/offers.md#effect
 */
export async function showDiscountEffect(ctx: Ctx, input: Input) {
  if (input.value == null) return failField('value', 'discount_required');
  if (input.id !== undefined && !(await canSeeRule(ctx, 'discount', input.id))) fail('record.missing');
  checkDateOrder({ start_date: input.start_date ?? null, end_date: input.end_date ?? null });
  const scope = { products: input.products ?? [], categorys_id: input.categorys_id ?? [] };
  return computeRuleEffect(ctx, input, scope, ({ scale }) => ({
    kind: 'discount',
    rule: toDiscountRule(input, scale),
  }));
}
