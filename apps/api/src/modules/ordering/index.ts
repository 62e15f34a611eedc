import { api } from '@dukkan/contract';
import { serve, withPreparation } from '../../http/serve.ts';
import { hasApproval } from '../identity/index.ts';
import { updateDaySums } from './facts/day-sums.ts';
import { loadOrderMailLocale, loadOrderMailPreview } from './mail/order-mail-values.ts';
import { queueOrderMails, skipOrderMails } from './mail/queue-order-mails.ts';
import { checkPayments } from './online/check-payments.ts';
import { chooseOutcome } from './online/choose-outcome.ts';
import * as gateway from './online/gateway.service.ts';
import { listAttempts, showAttempt } from './online/list-attempts.ts';
import { receiveCallback } from './online/receive-callback.ts';
import { failUnansweredRefund, retryRefund } from './online/silent-refund.ts';
import { startPayment, testGateway } from './online/start-payment.ts';
import { list } from './order/list/list-orders.ts';
import { getOrderStatistics } from './order/list/order-statistics.ts';
import { lookUpCustomer } from './order/make/look-up-customer.ts';
import { placeOrder } from './order/make/place-order.ts';
import { save } from './order/move/save-order.ts';
import { getAmountDue } from './order/pay/amount-due.ts';
import { proveDiscountApproval } from './order/price/approve-discount.ts';
import { showEffectiveSettings } from './order/price/effective-settings.ts';
import { priceCart } from './order/quote/price-cart.ts';
import { simulatePrice } from './order/quote/try-price.ts';
import { canSeeOrder, canSeeReturn } from './order/record/can-see-order.ts';
import {
  cancelUnpaidOrders,
  clearOrderExpiry,
  createRecurringOrders,
  interruptFailedSeries,
} from './order/scheduled-jobs.ts';
import { show } from './order/show/order.view.ts';
import { previewOrderPrint, printOrder } from './order/show/print-order.ts';
import * as orderPayment from './payment/payment.service.ts';
import * as returns from './return/list-returns.ts';
import { makeReturn, proveReturnApproval } from './return/make-return.ts';
import { printReturn, previewReturnPrint as returnPaper } from './return/print-return.ts';
import { remove as removeReturn } from './return/undo-return.ts';
import * as status from './status/status.service.ts';
import { bookKeptLetters } from './till/book-kept-letters.ts';
import { closeException, listExceptions } from './till/exceptions.service.ts';
import { bookLetter, listLetters } from './till/letters.service.ts';
import { showPack, showPackPrices } from './till/pack.service.ts';
import { syncTill } from './till/sync.service.ts';

export {
  BATCH_TYPE_SQL,
  MOVEMENT_TYPE_SQL,
  SHELF_SECONDS_SQL,
  SIGNED_QUANTITY_SQL,
} from './facts/day-events.ts';
export { type EventSumsQuery, eventSumsSql, hasEventSumsSql } from './facts/event-sums.ts';
export { movementMonthsSql } from './facts/month-sums.ts';
export {
  businessDateSql,
  countFactsNotInSumsSql,
  FACT_DIMENSIONS,
  FACT_MEASURES,
  NET_TOTAL,
  type OrderFactsQuery,
  orderFactsSql,
  returnedOrdersSql,
} from './facts/order-facts.ts';
export { isWholeOrderSumSql, ordersNotSummedSql } from './facts/order-sums.ts';
export { restatedDaysSql } from './facts/restated-days.ts';
export { save as saveGateway } from './online/gateway.service.ts';
export { list as listOrders } from './order/list/list-orders.ts';
export { getBranchTimeZone } from './order/list/order-filters.ts';
export { placeNumberedOrder, placeOrder } from './order/make/place-order.ts';
export { save as saveOrder } from './order/move/save-order.ts';
export { canSeeCosts } from './order/record/order-visibility.ts';
export { settlePayments } from './payment/payment.service.ts';
export { makeReturn } from './return/make-return.ts';
export { bookKeptLetters };

export const { canSeePayment, list: listPayments } = orderPayment;
export {
  cancelUnpaidOrders,
  canSeeOrder,
  canSeeReturn,
  checkPayments,
  clearOrderExpiry,
  createRecurringOrders,
  interruptFailedSeries,
  loadOrderMailLocale,
  loadOrderMailPreview,
  queueOrderMails,
  receiveCallback,
  skipOrderMails,
  updateDaySums,
};

/** Orders, their statuses, payments and returns. */
export const routes = [
  ...serve(api.tillPack, { show: showPack, prices: showPackPrices }),
  ...serve(api.tillSync, { sync: syncTill }),
  ...serve(api.tillLetter, { list: listLetters, book: bookLetter }),
  ...serve(api.tillException, { list: listExceptions, close: closeException }),
  ...serve(
    api.order,
    {
      list,
      show,
      paper: previewOrderPrint,
      price: priceCart,
      payable: getAmountDue,
      make: withPreparation(proveDiscountApproval, placeOrder, hasApproval),
      customer: lookUpCustomer,
      save: withPreparation(proveDiscountApproval, save, hasApproval),
      statistics: getOrderStatistics,
    },
    { show: printOrder },
  ),
  ...serve(api.priceTrial, { try: simulatePrice }),
  ...serve({ effect: api.setting.effect }, { effect: showEffectiveSettings }),
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
      make: withPreparation(proveReturnApproval, makeReturn, hasApproval),
      remove: removeReturn,
    },
    { show: printReturn },
  ),
  // the list is served by the module `reporting`, which also returns payments by group
  ...serve(
    {
      settle: api.orderPayment.settle,
      failRefund: api.orderPayment.failRefund,
      retryRefund: api.orderPayment.retryRefund,
    },
    { settle: orderPayment.settlePayments, failRefund: failUnansweredRefund, retryRefund },
  ),
  ...serve(api.paymentAttempt, {
    start: startPayment,
    show: showAttempt,
    list: listAttempts,
    choose: chooseOutcome,
  }),
  ...serve(api.gateway, {
    list: gateway.list,
    save: gateway.save,
    remove: gateway.remove,
    test: testGateway,
  }),
];
