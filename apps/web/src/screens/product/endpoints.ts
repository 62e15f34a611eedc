import { BULK_MAX } from 'virtual:facts';
import { api } from '../../lib/server/api.ts';

/** A product's writes; the status of many is set in one call (decisions 10). */
export const endpoints = {
  save: api.product.save,
  remove: api.product.remove,
  restore: api.product.restore,
  saveAll: { endpoint: api.product.saveAll, size: BULK_MAX },
};
