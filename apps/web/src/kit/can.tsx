import type { ReactNode } from 'react';
import type { AnyEndpoint } from '../lib/server/endpoint.ts';
import { useSession } from '../lib/server/session.ts';

/** Draws its children where the endpoint's own permission is held; the server decides again. */
export const Can = ({ use, children }: { use: AnyEndpoint; children: ReactNode }) =>
  useSession().can(use) ? children : null;
