import type { ReactNode } from 'react';
import type { AnyEndpoint } from '../lib/server/endpoint.ts';
import { useSession } from '../lib/server/session.ts';

/** Shows its children when the user has the endpoint's permission; the server checks again. */
export const Can = ({ use, children }: { use: AnyEndpoint; children: ReactNode }) =>
  useSession().can(use) ? children : null;
