import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import { list, show, statistics } from './receipt.list.ts';
import { paper, printReceipt } from './receipt.print.ts';
import { remove } from './receipt.remove.ts';
import { save } from './receipt.save.ts';
import { sheet } from './receipt.sheet.ts';
import { update } from './receipt.update.ts';
import * as supplier from './supplier.service.ts';
import * as transaction from './transaction.service.ts';

/** What is bought, from whom, and what was paid for it. */
export const purchasing = [
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
