import { api } from '@dukkan/contract';

/** A branch has two writes; everything that changes a kept one is the second (specification section 7). */
export const endpoints = {
  save: api.branch.update,
  remove: api.branch.remove,
  restore: api.branch.restore,
};
