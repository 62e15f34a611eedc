import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import * as payment from './payment.service.ts';
import { ledger, list, remove, restore, save, show } from './supplier.service.ts';

export { deduct, type LineCost, type Outgoing } from './deduct.ts';
export type { Ref } from './ledger.ts';
export { type Need, release, reserve } from './reserve.ts';
export { type CostBack, type Incoming, restock, restockAll } from './restock.ts';

export const routes = [
  ...serve(api.supplier, { list, show, ledger, save, remove, restore }),
  ...serve(api.payment, payment),
];
