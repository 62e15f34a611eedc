import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import { list, listImportRows, show } from './read-imports.ts';
import { cancelImport, startImport, startPrices } from './start/start-import.ts';
import { undoImport } from './undo/undo-import.ts';

export { type HeaderWords, WORDS as HEADER_WORDS } from './file/guess-columns.ts';
export { parseNumber } from './file/parse-number.ts';
export { expandExponent, truncateCell } from './file/parse-row.ts';
export { readSheetInThread } from './file/read-in-thread.ts';
export { formatReason, type Reason } from './import.view.ts';
export type { ImportPorts, IncomingStock, ListedPrice } from './ports.ts';
export { IMPORT_QUEUES, type ImportQueue, processImports, resumeImport } from './run-imports.ts';
export { resolveMapping } from './start/start-import.ts';

/** Imports of products and prices from files. */
export const routes = [
  ...serve(api.productImport, {
    list,
    rows: listImportRows,
    show,
    cancel: cancelImport,
    start: startImport,
    startPrices,
    undo: undoImport,
  }),
];
