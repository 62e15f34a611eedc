import { api } from '../../lib/server/api.ts';

/** The endpoints that change a stored delivery method; creating one uses another endpoint. */
export const deliveryMethodEndpoints = {
  save: api.deliveryMethod.update,
  remove: api.deliveryMethod.remove,
  restore: api.deliveryMethod.restore,
};
