import { api } from '../../lib/server/api.ts';
import type { AnyEndpoint } from '../../lib/server/endpoint.ts';

/**
 * Returns whether an account is a driver's: it may move orders but not create them, and the server answers it only its
 * own.
 */
export const isDriver = (can: (use: AnyEndpoint) => boolean): boolean =>
  can(api.order.save) && !can(api.order.make);
