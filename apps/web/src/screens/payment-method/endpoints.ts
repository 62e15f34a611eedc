import { api } from '../../lib/server/api.ts';

/** The endpoints that change a stored payment method; creating one uses another endpoint. */
export const paymentMethodEndpoints = {
  save: api.paymentMethod.update,
  remove: api.paymentMethod.remove,
  restore: api.paymentMethod.restore,
};
