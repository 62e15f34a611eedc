import { NOUN_PERMISSIONS } from 'virtual:facts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';

const ONLY_ADMINISTRATORS = { resource: 'admin', action: 'view' } as const;

/** Returns whether the user may read the histories of a noun, so that nobody asks for one that is refused. */
export function useSeesHistory(noun: string | undefined): boolean {
  const { can } = useSession();
  const permissions: Readonly<Record<string, (typeof NOUN_PERMISSIONS)[keyof typeof NOUN_PERMISSIONS]>> =
    NOUN_PERMISSIONS;
  if (noun === undefined || !Object.hasOwn(permissions, noun)) return false;
  const permission = permissions[noun] ?? ONLY_ADMINISTRATORS;
  return can({ ...api.audit.list, audience: 'staff', permission });
}
