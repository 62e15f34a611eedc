import { api } from '../../lib/server/api.ts';

/** A method has two writes; everything that changes a kept one is the second (specification section 7). */
export const endpoints = {
  save: api.paymentMethod.update,
  remove: api.paymentMethod.remove,
  restore: api.paymentMethod.restore,
};
