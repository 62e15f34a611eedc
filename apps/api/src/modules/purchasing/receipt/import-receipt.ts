import type { Ctx } from '../../../core/ctx.ts';
import { runStatement, tables } from '../../../core/db/tables.ts';
import type { IncomingStock } from '../../importing/index.ts';
import { save as saveSupplier } from '../supplier/supplier.service.ts';
import { toReplacingDrafts } from './receipt.rules.ts';
import { writeDraftReceipt } from './save-receipt.ts';
import { updateReceipt } from './update-receipt.ts';

const SUPPLIER = 'Import';

/** Returns the id of the supplier of imported quantities. */
async function importSupplier(ctx: Ctx): Promise<number> {
  const supplier = await ctx.db.supplier.findFirst({
    where: { name: SUPPLIER, deleted_at: null },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  return (supplier ?? (await saveSupplier(ctx, { name: SUPPLIER }))).id;
}

/**
 * Adds the units of an imported file to stock: creates an accepted receipt of the supplier 'Import', with nothing owed.
 * Rule: docs/rules/stock.md#opening-stock
 * @returns the id of the receipt
 */
export const createImportReceipt = (ctx: Ctx, { branch_id, notes, lines }: IncomingStock): Promise<number> =>
  ctx.tx(async (ctx) => {
    const supplier_id = await importSupplier(ctx);
    const items = lines.map(({ cost, ...line }) => ({ ...line, branch_id, cost_value: cost }));
    const input = { supplier_id, status: 1 as const, notes, items };
    const { id } = await writeDraftReceipt(ctx, null, [], toReplacingDrafts([], items), input, true);
    await runStatement(ctx, tables.updateTable('receipt').set({ opening_stock: true }).where('id', '=', id));
    return id;
  });

/**
 * Cancels a receipt of an import, unless open orders have reserved its units.
 * @throws receipt.needs_force when its units were used or reserved, receipt.has_transactions
 */
export const cancelImportReceipt = async (ctx: Ctx, id: number): Promise<void> => {
  await updateReceipt(ctx, { id, status: -1 });
};
