import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import { list, listImportRows, show } from './list-imports.ts';
import { giveUpImport, retryImport } from './set-aside.ts';
import {
  cancelImport,
  startCustomerImport,
  startImport,
  startOrContinuePriceImport,
} from './start/start-import.ts';
import { startImportUndo } from './undo/undo-import.ts';

export { truncateCell } from './file/cell-text.ts';
export {
  COST_WORDS,
  type HeaderSynonyms,
  SELLING_WORDS,
  WORDS as HEADER_WORDS,
} from './file/header-words.ts';
export { parseNumber } from './file/parse-number.ts';
export { expandExponent } from './file/parse-row.ts';
export { readSheetInThread } from './file/read-in-thread.ts';
export { formatImportRowError, type ImportRowError } from './import.view.ts';
export type { ImportPorts, IncomingStock, PriceListItemPrice } from './ports.ts';
export { IMPORT_QUEUES, type ImportQueue, processImportQueue } from './run-imports.ts';
export { cancelFailedImport, requeueFailedImport } from './set-aside.ts';
export { canSeeImport } from './start/check-target.ts';
export { resolveColumnMapping } from './start/start-import.ts';

/** Routes for imports of products, prices and customers from files. */
export const routes = [
  ...serve(api.productImport, {
    list,
    rows: listImportRows,
    show,
    cancel: cancelImport,
    start: startImport,
    startPrices: startOrContinuePriceImport,
    startCustomers: startCustomerImport,
    undo: startImportUndo,
    retry: retryImport,
    giveUp: giveUpImport,
  }),
];
