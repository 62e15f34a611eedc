import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import * as batch from './batch/list-batches.ts';
import * as count from './count/count.view.ts';
import { post } from './count/post-count.ts';
import { remove as removeCount, save as saveCount } from './count/save-count.ts';
import { writeOff } from './ledger/write-off.ts';
import { explain } from './level/explain-level.ts';
import { listDeleted } from './level/list-deleted-holders.ts';
import { list as listStock } from './level/list-levels.ts';
import * as transfer from './transfer/transfer.service.ts';

export { canSeeCount, canSeeTransfer } from './can-see.ts';
export { type Amendment, amendBatches } from './ledger/amend-batches.ts';
export { deduct, type LineCost, type Outgoing } from './ledger/deduct.ts';
export {
  availableQuantity,
  formatCost,
  formatQuantity,
  type ItemBranch,
  itemBranchKey,
  type LedgerEntry,
  type Level,
  lockLevels,
  type StockRef,
  writeLedger,
} from './ledger/ledger.ts';
export { reallocateUnits, reclaimUnits, type ShrunkBatch } from './ledger/reallocate.ts';
export { type ReceivedUnits, receive, settleOversold } from './ledger/receive.ts';
export { type Need, release, replaceReservation, reserve } from './ledger/reserve.ts';
export { type ReturnedCost, type ReturnedLine, restock, restockAll } from './ledger/restock.ts';
export { undoRestock } from './ledger/undo-restock.ts';
export { writeOff } from './ledger/write-off.ts';
export { expireBatches } from './level/expire-batches.ts';
export { paceLevels } from './level/update-sales-pace.ts';
export { askForRows, auditRows, rowsAfter } from './rows-left-out.ts';

export const routes = [
  ...serve(api.stock, { list: listStock, listDeleted, explain, writeOff }),
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
