import type { Route } from '../../http/serve.ts';

export { deduct, type LineCost, type Outgoing } from './deduct.ts';
export type { Ref } from './ledger.ts';
export { type Need, release, reserve } from './reserve.ts';
export { type CostBack, type Incoming, restock, restockAll } from './restock.ts';

export const routes: readonly Route[] = [];
