import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import { where } from './cash-where.ts';
import * as cash from './list-driver-cash.ts';
import { moveCash } from './move-cash.ts';
import * as safe from './safe.service.ts';
import { close, open } from './session.service.ts';

export { canSeeDriverCash, driverCash } from './driver-cash.ts';
export { expectedCash, moveCash } from './move-cash.ts';
export { canSeeSafe, checkSafeHolds } from './safe.service.ts';
export {
  canSeePosSession,
  close as closeSession,
  findOpenSession,
  getOpenSession,
  open as openSession,
} from './session.service.ts';

/** Tills: sessions, drawers, and the cash of drivers. */
export const routes = [
  ...serve(api.posSession, { open, close, move: moveCash }),
  ...serve(api.safe, { list: safe.list, count: safe.count, banked: safe.banked, where }),
  ...serve(api.driverCash, { list: cash.list, handIns: cash.handIns }),
];
