import type { AnyEndpoint } from '../lib/server/endpoint.ts';
import { APP_ROUTES } from './app-routes.ts';
import { findEndpoint } from './find-endpoint.ts';

/** A record that can be created from any page. */
type Creation = {
  /** The last part of its translation key: `palette:new.<name>`. */
  readonly name: string;
  readonly path: string;
  /** The endpoint whose permission is needed to create it. */
  readonly use: AnyEndpoint;
};

/** Everything that can be created, in the order of the menu. */
export const CREATIONS: readonly Creation[] = APP_ROUTES.flatMap(({ entry: { creates = [] } }) =>
  creates.map(([name, path, use]) => ({ name, path, use: findEndpoint(use) })),
);
