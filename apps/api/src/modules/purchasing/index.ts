import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import { getReceiptStatistics, list, show } from './receipt/list-receipts.ts';
import { previewPurchaseOrder, printPurchaseOrder } from './receipt/print-purchase-order.ts';
import { previewReceiptPrint, printReceipt } from './receipt/print-receipt.ts';
import { remove } from './receipt/remove-receipt.ts';
import { save } from './receipt/save-receipt.ts';
import { sendOrder } from './receipt/send-purchase-order.ts';
import { updateReceipt } from './receipt/update-receipt.ts';
import { listSupplierLedger } from './supplier/list-supplier-ledger.ts';
import * as supplier from './supplier/supplier.service.ts';
import { listItems, removeItem } from './supplier/supplier-item.service.ts';
import * as transaction from './supplier-payment/supplier-payment.service.ts';
import { readSupplierSheet } from './supplier-sheet/read-sheet.ts';
import { listToOrder } from './to-order/list-to-order.ts';
import { makeOrders } from './to-order/make-orders.ts';

export { canSeeReceipt, canSeeSupplierPayment } from './can-see.ts';
export { cancelImportReceipt, createImportReceipt } from './receipt/import-receipt.ts';
export { save as saveReceipt } from './receipt/save-receipt.ts';
export { updateReceipt } from './receipt/update-receipt.ts';
export { list as listSuppliers, save as saveSupplier } from './supplier/supplier.service.ts';
export { save as savePayment } from './supplier-payment/supplier-payment.service.ts';

/** Receipts, suppliers and payments to suppliers. */
export const routes = [
  ...serve(api.supplier, {
    list: supplier.list,
    show: supplier.show,
    ledger: listSupplierLedger,
    items: listItems,
    removeItem,
    save: supplier.save,
    remove: supplier.remove,
    restore: supplier.restore,
  }),
  ...serve(
    api.receipt,
    {
      list,
      show,
      paper: previewReceiptPrint,
      statistics: getReceiptStatistics,
      save,
      sheet: readSupplierSheet,
      toOrder: listToOrder,
      makeOrders,
      purchaseOrder: previewPurchaseOrder,
      sendOrder,
      update: updateReceipt,
      remove,
    },
    { show: printReceipt, purchaseOrder: printPurchaseOrder },
  ),
  ...serve(api.transaction, transaction),
];
