import { posRoutes } from './pos/index.ts';

export { driverCash, expectedOf, openSessionOf, seesPosSession } from './pos/index.ts';

/** Orders, and the tills they are sold at. */
export const routes = [...posRoutes];
