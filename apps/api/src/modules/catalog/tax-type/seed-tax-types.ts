import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';

/** Qatar has no VAT: one rate of 0, in the slot for untaxed goods. */
const NO_VAT = {
  names: { ar: 'بدون ضريبة', en: 'No VAT', de: 'Ohne MwSt.' },
  value: 0,
  value_name: 'NULL',
  ord: 0,
  status: 1,
};

/** Creates the first tax type, unless the shop has or had one. */
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
