import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import { approvers } from '../identity/index.ts';
import { where } from './cash-where.ts';
import { close, count, handOver } from './close-session.ts';
import * as cash from './list-driver-cash.ts';
import { list } from './list-sessions.ts';
import { moveCash } from './move-cash.ts';
import { paper, printSession } from './print-session.ts';
import * as safe from './safe.service.ts';
import { openTill } from './session.service.ts';
import { rows, show } from './show-session.ts';

export { close as closeSession } from './close-session.ts';
export { expectedCash } from './drawer-cash.ts';
export { canSeeDriverCash, loadDriverCash } from './driver-cash.ts';
export { moveCash } from './move-cash.ts';
export { canSeeSafe, checkSafeHolds, count as countSafe } from './safe.service.ts';
export {
  canSeePosSession,
  findOpenSession,
  getOpenSession,
  openTill as openSession,
} from './session.service.ts';
export { MOVED, PAID, RETURNED, SOLD, TAXES } from './session-figures.ts';

/** Tills: sessions, drawers, and the cash of drivers. */
export const routes = [
  ...serve(
    api.posSession,
    { list, show, paper, rows, approvers, open: openTill, count, close, handOver, move: moveCash },
    { show: printSession },
  ),
  ...serve(api.safe, { list: safe.list, count: safe.count, banked: safe.banked, where }),
  ...serve(api.driverCash, { list: cash.list, handIns: cash.listHandIns }),
];
