import { api } from '@dukkan/contract';
import { serve } from '../../../http/serve.ts';
import { move } from './cash.ts';
import * as cash from './driver-cash.list.ts';
import { close, open } from './session.service.ts';

export { expectedOf, move as moveCash } from './cash.ts';
export { driverCash, seesDriverCash } from './driver-cash.ts';
export {
  close as closeSession,
  open as openSession,
  openSessionAt,
  openSessionOf,
  seesPosSession,
} from './session.service.ts';

/** Tills: their drawers and the cash in them, and that of drivers (decisions section 5). */
export const posRoutes = [
  ...serve(api.posSession, { open, close, move }),
  ...serve(api.driverCash, { list: cash.list, handIns: cash.handIns }),
];
