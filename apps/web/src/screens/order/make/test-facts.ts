import { addItemToLines, EMPTY, type NewOrderDraft } from './draft.ts';

/** Goods, a draft and a price of new orders for the tests of their page. */
export const bread = {
  product_id: 7,
  item_id: 70,
  offer_id: null,
  title: 'Bread',
  barcode: null,
  image_url: null,
  stepper: 1,
};

export const begun: NewOrderDraft = {
  ...EMPTY,
  type: 'take_away',
  branch_id: 1,
  client: { id: null, name: 'Amal', phone: '5512 3456' },
  lines: addItemToLines([], bread).lines,
};

export const priced = {
  lines: [],
  steps: [],
  taxes: [],
  shortages: [],
  warnings: [],
  tax_mode: 'inclusive',
  goods: 20,
  total: 20,
  product_discount: 0,
  coupon_discount: 0,
  manual_discount: 0,
  delivery_charge: 0,
  payment_fee: 0,
  rounding: 0,
  due: 20,
  promised_at: null,
};
