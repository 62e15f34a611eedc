import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';

/** Qatar has no value-added tax: one rate of nothing, in the slot of what is not taxed (decisions 1.2). */
const NO_VAT = {
  names: { ar: 'بدون ضريبة', en: 'No VAT', de: 'Ohne MwSt.' },
  value: 0,
  value_name: 'NULL',
  ord: 0,
  status: 1,
};

/** Puts the first tax type in; a shop that ever had one keeps what it made of it. */
export async function seedTaxTypes(ctx: Ctx): Promise<void> {
  await ctx.tx(async (ctx) => {
    if (await ctx.db.tax_type.findFirst({ select: { id: true } })) return;
    const { id } = await ctx.db.tax_type.create({
      data: { ...NO_VAT, created_at: ctx.now, updated_at: ctx.now },
      select: { id: true },
    });
    await recordAudit(ctx, {
      noun: 'tax-type',
      id,
      action: 'create',
      before: null,
      after: NO_VAT,
      version: 1,
    });
  });
}
