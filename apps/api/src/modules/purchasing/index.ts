import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import { list, show, statistics } from './receipt/list-receipts.ts';
import { paper, printReceipt } from './receipt/print-receipt.ts';
import { remove } from './receipt/remove-receipt.ts';
import { save } from './receipt/save-receipt.ts';
import { update } from './receipt/update-receipt.ts';
import * as supplier from './supplier/supplier.service.ts';
import * as transaction from './supplier-payment/supplier-payment.service.ts';
import { sheet } from './supplier-sheet/read-sheet.ts';

export { canSeeReceipt, canSeeSupplierPayment } from './can-see.ts';
export { receiveImported, takeImportedBack } from './receipt/import-receipt.ts';
export { save as saveReceipt } from './receipt/save-receipt.ts';
export { update as updateReceipt } from './receipt/update-receipt.ts';
export { visibleReceiptsSql } from './receipt-visibility.ts';
export { list as listSuppliers, save as saveSupplier } from './supplier/supplier.service.ts';
export { save as savePayment } from './supplier-payment/supplier-payment.service.ts';

/** Receipts, suppliers and payments to suppliers. */
export const routes = [
  ...serve(api.supplier, {
    list: supplier.list,
    show: supplier.show,
    ledger: supplier.ledger,
    save: supplier.save,
    remove: supplier.remove,
    restore: supplier.restore,
  }),
  ...serve(
    api.receipt,
    { list, show, paper, statistics, save, sheet, update, remove },
    { show: printReceipt },
  ),
  ...serve(api.transaction, transaction),
];
