import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import { expireUnpaid, repeatOrders } from './order.clock.ts';
import { customer } from './order.customer.ts';
import { list } from './order.list.ts';
import { make } from './order.make.ts';
import { payable } from './order.payable.ts';
import { price } from './order.price.ts';
import { paper, printOrder } from './order.print.ts';
import { show } from './order.read.ts';
import { save } from './order.save.ts';
import { seesOrder, seesReturn } from './order.seen.ts';
import { statistics } from './order.statistics.ts';
import { sumUpOrders } from './order.sums.ts';
import * as orderPayment from './order-payment.service.ts';
import { make as makeReturn } from './order-return.make.ts';
import { printReturn, paper as returnPaper } from './order-return.print.ts';
import * as returns from './order-return.read.ts';
import { remove as removeReturn } from './order-return.remove.ts';
import * as status from './order-status.service.ts';
import { posRoutes } from './pos/index.ts';

export { list as listOrders } from './order.list.ts';
export { make as makeOrder } from './order.make.ts';
export { save as saveOrder } from './order.save.ts';
export { make as makeReturn } from './order-return.make.ts';
export {
  closeSession,
  driverCash,
  expectedOf,
  moveCash,
  openSession,
  openSessionOf,
  seesDriverCash,
  seesPosSession,
} from './pos/index.ts';

export const { seesPayment } = orderPayment;
export { expireUnpaid, repeatOrders, seesOrder, seesReturn, sumUpOrders };

/** Orders, what their states are called, and the tills they are sold at. */
export const routes = [
  ...serve(
    api.order,
    { list, show, paper, price, payable, make, customer, save, statistics },
    { show: printOrder },
  ),
  ...serve(api.orderStatus, {
    list: status.list,
    show: status.show,
    save: status.save,
    remove: status.remove,
    restore: status.restore,
  }),
  ...serve(
    api.orderReturn,
    {
      list: returns.list,
      show: returns.show,
      paper: returnPaper,
      make: makeReturn,
      remove: removeReturn,
    },
    { show: printReturn },
  ),
  ...serve(api.orderPayment, { list: orderPayment.list, settle: orderPayment.settle }),
  ...posRoutes,
];
