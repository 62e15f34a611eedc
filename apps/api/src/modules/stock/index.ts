import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import * as batch from './batch/list-batches.ts';
import * as count from './count/list-counts.ts';
import { postStockCount } from './count/post-count.ts';
import { remove as removeCount, save as saveCount } from './count/save-count.ts';
import { writeOffStock } from './ledger/write-off.ts';
import { explainLevel } from './level/explain-level.ts';
import { listDeletedStockHolders } from './level/list-deleted-holders.ts';
import { list as listStock } from './level/list-levels.ts';
import * as transfer from './transfer/transfer.service.ts';

export { canSeeCount, canSeeTransfer } from './can-see.ts';
export { postStockCount } from './count/post-count.ts';
export { save as saveStockCount } from './count/save-count.ts';
export { amendBatches, type BatchAmendment } from './ledger/amend-batches.ts';
export { computeAvailabilityOnDate } from './ledger/available-on.ts';
export { deductStock, type LineDeduction, type OutgoingLine } from './ledger/deduct.ts';
export {
  formatCost,
  formatQuantity,
  getAvailableQuantity,
  type ItemBranch,
  type LedgerEntry,
  lockLevels,
  type StockLevel,
  type StockRef,
  toItemBranchKey,
  writeLedger,
} from './ledger/ledger.ts';
export { reallocateUnits, type ShrunkBatch, takeUnitsFromShrunkBatches } from './ledger/reallocate.ts';
export { type ReceivedUnits, receiveStock, settleOversoldUnits } from './ledger/receive.ts';
export { releaseStock, replaceReservation, reserveStock, type StockNeed } from './ledger/reserve.ts';
export { type ReturnedCost, type ReturnedLine, restockAll, restockReturnedLines } from './ledger/restock.ts';
export { undoRestock } from './ledger/undo-restock.ts';
export { isOrderShortOfStockSql } from './ledger/unserved-orders.ts';
export { writeOffStock } from './ledger/write-off.ts';
export { expireBatches } from './level/expire-batches.ts';
export { selectChangedItemIds, selectUnchangedItemSums } from './level/item-sums-sql.ts';
export { hasUnmarkedExpirySql, type LevelState, levelStateSql } from './level/level-state-sql.ts';
export { updateSalesPace } from './level/update-sales-pace.ts';
export { updateSortKeys } from './level/update-sort-keys.ts';
export { confirmRowsLeftOut, mergeRowsLeftOut, toAuditedRows } from './rows-left-out.ts';
export { checkWholeQuantities, isInVisibleBranch, roundTo2 } from './stock-item.ts';
export { save as saveTransfer } from './transfer/transfer.service.ts';

export const routes = [
  ...serve(api.stock, {
    list: listStock,
    listDeletedStockHolders,
    explain: explainLevel,
    writeOff: writeOffStock,
  }),
  ...serve(api.batch, { list: batch.list }),
  ...serve(api.transfer, { list: transfer.list, show: transfer.show, save: transfer.save }),
  ...serve(api.stockCount, {
    list: count.list,
    show: count.show,
    save: saveCount,
    post: postStockCount,
    remove: removeCount,
  }),
];
