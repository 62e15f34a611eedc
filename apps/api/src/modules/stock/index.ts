import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import * as batch from './batch.list.ts';
import { purchasing } from './purchasing.ts';
import { explain } from './stock.explain.ts';
import { list as listStock } from './stock.list.ts';
import { post } from './stock-count.post.ts';
import * as count from './stock-count.read.ts';
import { remove as removeCount, save as saveCount } from './stock-count.save.ts';
import * as transfer from './transfer.service.ts';
import { writeOff } from './write-off.ts';

export { BRANCH_TIME_ZONE_SQL, businessDaySql } from './branch-day.ts';
export { deduct, type LineCost, type Outgoing } from './deduct.ts';
export { expireBatches } from './expire.ts';
export { formatQuantity, type StockRef } from './ledger.ts';
export { paceLevels } from './level-pace.ts';
export { receiveImported, takeImportedBack } from './receipt.imported.ts';
export { save as saveReceipt } from './receipt.save.ts';
export { update as updateReceipt } from './receipt.update.ts';
export { type Need, release, replaceReservation, reserve } from './reserve.ts';
export { type ReturnedCost, type ReturnedLine, restock, restockAll } from './restock.ts';
export { canSeeCount, canSeeReceipt, canSeeSupplierPayment, canSeeTransfer } from './seen.ts';
export { list as listSuppliers, save as saveSupplier } from './supplier.service.ts';
export { undoRestock } from './take-again.ts';
export { save as savePayment } from './transaction.service.ts';
export { writeOff } from './write-off.ts';

export const routes = [
  ...purchasing,
  ...serve(api.stock, { list: listStock, explain, writeOff }),
  ...serve(api.batch, { list: batch.list }),
  ...serve(api.transfer, { list: transfer.list, show: transfer.show, save: transfer.save }),
  ...serve(api.stockCount, {
    list: count.list,
    show: count.show,
    save: saveCount,
    post,
    remove: removeCount,
  }),
];
