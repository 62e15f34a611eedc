import { BULK_MAX } from 'virtual:facts';
import { api } from '../../lib/server/api.ts';

/** The endpoints that change products; the status of several products is set in one request. */
export const productEndpoints = {
  save: api.product.save,
  remove: api.product.remove,
  restore: api.product.restore,
  saveAll: { endpoint: api.product.saveAll, size: BULK_MAX },
};
