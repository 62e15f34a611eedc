import { api } from '@dukkan/contract';
import { serve } from '../../../http/serve.ts';
import { move } from './cash.ts';
import { close, open } from './session.service.ts';

export { driverCash, expectedOf, move as moveCash } from './cash.ts';
export {
  close as closeSession,
  open as openSession,
  openSessionAt,
  openSessionOf,
  seesPosSession,
} from './session.service.ts';

/** Tills: their drawers and the cash in them (decisions section 5). */
export const posRoutes = serve(api.posSession, { open, close, move });
