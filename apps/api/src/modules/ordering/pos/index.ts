import { api } from '@dukkan/contract';
import { serve } from '../../../http/serve.ts';
import { moveCash } from './cash.ts';
import * as cash from './driver-cash.list.ts';
import { close, open } from './session.service.ts';

export { expectedCash, moveCash } from './cash.ts';
export { canSeeDriverCash, driverCash } from './driver-cash.ts';
export {
  canSeePosSession,
  close as closeSession,
  findOpenSession,
  getOpenSession,
  open as openSession,
} from './session.service.ts';

/** Tills: their drawers and the cash in them, and that of drivers (decisions section 5). */
export const posRoutes = [
  ...serve(api.posSession, { open, close, move: moveCash }),
  ...serve(api.driverCash, { list: cash.list, handIns: cash.handIns }),
];
