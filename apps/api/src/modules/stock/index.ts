import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import * as batch from './batch/list-batches.ts';
import { purchasing } from './purchasing.ts';
import { explain } from './level/explain-level.ts';
import { list as listStock } from './level/list-levels.ts';
import { post } from './count/post-count.ts';
import * as count from './count/count.view.ts';
import { remove as removeCount, save as saveCount } from './count/save-count.ts';
import * as transfer from './transfer/transfer.service.ts';
import { writeOff } from './ledger/write-off.ts';

export { BRANCH_TIME_ZONE_SQL, businessDaySql } from './branch-day.ts';
export { deduct, type LineCost, type Outgoing } from './ledger/deduct.ts';
export { expireBatches } from './level/expire-batches.ts';
export { formatQuantity, type StockRef } from './ledger/ledger.ts';
export { paceLevels } from './level/update-sales-pace.ts';
export { receiveImported, takeImportedBack } from './receipt.imported.ts';
export { save as saveReceipt } from './receipt.save.ts';
export { update as updateReceipt } from './receipt.update.ts';
export { type Need, release, replaceReservation, reserve } from './ledger/reserve.ts';
export { type ReturnedCost, type ReturnedLine, restock, restockAll } from './ledger/restock.ts';
export { canSeeCount, canSeeReceipt, canSeeSupplierPayment, canSeeTransfer } from './can-see.ts';
export { list as listSuppliers, save as saveSupplier } from './supplier.service.ts';
export { undoRestock } from './ledger/undo-restock.ts';
export { save as savePayment } from './transaction.service.ts';
export { writeOff } from './ledger/write-off.ts';

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
