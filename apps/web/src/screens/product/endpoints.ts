import { api, BULK_MAX } from '@dukkan/contract';

/** A product's writes; the status of many is set in one call (decisions 10). */
export const endpoints = {
  save: api.product.save,
  remove: api.product.remove,
  restore: api.product.restore,
  saveAll: { endpoint: api.product.saveAll, size: BULK_MAX },
};
