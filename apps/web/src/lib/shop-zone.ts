import { getDeviceZone } from './format.ts';
import { currentBranch, useBranch } from './server/current-branch.ts';
import { currentSession, type User, useSessionState } from './server/session.ts';

const zoneOf = (user: User | null, branch: number | null): string => {
  const chosen = user?.branches.find(({ id }) => id === branch);
  return chosen?.timezone ?? user?.timezone ?? getDeviceZone();
};

/**
 * The time zone in which it is today: the chosen branch's, else the shop's; the device's before anybody signed in.
 * Rule: docs/rules/wire.md#today
 */
export const getShopZone = (): string => zoneOf(currentSession().user, currentBranch());

/** The same, followed while the page is open. */
export const useShopZone = (): string => zoneOf(useSessionState().user, useBranch());

/**
 * The zone of the branch that serves an order, in which its wanted and promised times are written and read.
 * Rule: docs/rules/wire.md#branch-times
 */
export const useBranchZone = (branch: number | null): string => zoneOf(useSessionState().user, branch);
