import { Children, Fragment, isValidElement, type ReactNode } from 'react';
import { useCanOpen } from '../../lib/can-open.ts';
import type { AnyEndpoint } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import { MenuSeparator } from '../../ui/index.ts';
import { Can } from '../can.tsx';
import { MenuItemLink } from '../menu-item-link.tsx';

/**
 * Returns whether any of a menu's entries is shown to the user, without rendering them: `Can` and `MenuItemLink` may hide
 * theirs. An entry of another component counts as shown.
 */
export function useHasEntries(): (entries: ReactNode) => boolean {
  const { can } = useSession();
  const canOpen = useCanOpen();
  const hasEntries = (entries: ReactNode): boolean =>
    Children.toArray(entries).some((entry) => {
      if (!isValidElement<{ children?: ReactNode; use?: AnyEndpoint; to?: string }>(entry)) return false;
      const { children, use, to } = entry.props;
      if (entry.type === Fragment) return hasEntries(children);
      if (entry.type === Can) return use !== undefined && can(use) && hasEntries(children);
      if (entry.type === MenuItemLink) return to !== undefined && canOpen(to);
      return entry.type !== MenuSeparator;
    });
  return hasEntries;
}
