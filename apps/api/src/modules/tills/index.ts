import { api } from '@dukkan/contract';
import { serve, withPreparation } from '../../http/serve.ts';
import { hasApproval, listApprovers } from '../identity/index.ts';
import { closeSession, countDrawer, handOverDrawer, prepareClose, prepareHandOver } from './close-session.ts';
import * as held from './hold/held-cart.service.ts';
import { listCashHolders } from './list-cash-holders.ts';
import * as cash from './list-driver-cash.ts';
import { list } from './list-sessions.ts';
import { moveCash, prepareMove } from './move-cash.ts';
import { approveAtTill, prepareApproval } from './pairing/approve-at-till.ts';
import * as pairing from './pairing/pairing.service.ts';
import { previewSessionPrint, printSession } from './print-session.ts';
import * as safe from './safe.service.ts';
import { openTill } from './session.service.ts';
import { listSessionCashMovements, show } from './show-session.ts';

export { closeSession } from './close-session.ts';
export { computeExpectedCash } from './drawer-cash.ts';
export { canSeeDriverCash, loadDriverCash } from './driver-cash.ts';
export { closeLateSessions, findSessionOfSale, type SessionOfSale } from './late-session.ts';
export { moveCash } from './move-cash.ts';
export { type ApprovalWord, readApprovalWord } from './pairing/approve-at-till.ts';
export { type PairedTill, requirePairedTill } from './pairing/paired-till.ts';
export { isSignedBy } from './pairing/till-signature.ts';
export { canSeeSafe, checkSafeBalance, countSafe } from './safe.service.ts';
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
    {
      list,
      show,
      paper: previewSessionPrint,
      rows: listSessionCashMovements,
      approvers: listApprovers,
      open: openTill,
      count: countDrawer,
      close: withPreparation(prepareClose, closeSession, hasApproval),
      handOver: withPreparation(
        prepareHandOver,
        handOverDrawer,
        (input) => hasApproval(input) || Boolean(input.taker),
      ),
      move: withPreparation(prepareMove, moveCash),
    },
    { show: printSession },
  ),
  ...serve(api.safe, {
    list: safe.list,
    count: safe.countSafe,
    banked: safe.markBanked,
    where: listCashHolders,
  }),
  ...serve(api.tillPairing, {
    code: pairing.issueCode,
    pair: pairing.pair,
    unpair: pairing.unpair,
    approve: withPreparation(prepareApproval, approveAtTill),
  }),
  ...serve(api.heldCart, {
    list: held.list,
    save: held.saveCart,
    take: held.takeCart,
    drop: held.dropCart,
  }),
  ...serve(api.driverCash, { list: cash.list, handIns: cash.listHandIns }),
];
