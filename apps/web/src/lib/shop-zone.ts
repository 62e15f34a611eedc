import { getDeviceZone } from './format.ts';
import { currentBranch, useBranch } from './server/current-branch.ts';
import { currentSession, type User, useSessionState } from './server/session.ts';

const findBranchZone = (user: User | null, branch: number | null): string => {
  const chosen = user?.branches.find(({ id }) => id === branch);
  return chosen?.timezone ?? user?.timezone ?? getDeviceZone();
};

/**
 * Returns the time zone that decides which day is today: the selected branch's, else the shop's; before sign-in, the
 * device's.
 * Rule: docs/rules/wire.md#today
 */
export const getShopZone = (): string => findBranchZone(currentSession().user, currentBranch());

/** Returns the same zone as `getShopZone` and subscribes to it. */
export const useShopZone = (): string => findBranchZone(useSessionState().user, useBranch());

/**
 * Returns the zone of the branch that serves an order; the order's requested and promised times are shown and entered
 * in this zone.
 * Rule: docs/rules/wire.md#branch-times
 */
export const useBranchZone = (branch: number | null): string =>
  findBranchZone(useSessionState().user, branch);
