import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useCanOpen } from '../lib/can-open.ts';
import { MenuItem } from '../ui/index.ts';

/** An entry of a menu that opens a page; it disappears where the page does not open for the user. */
export const MenuItemLink = ({ to, children }: { to: string; children: ReactNode }) =>
  useCanOpen()(to) ? (
    <MenuItem asChild>
      <Link to={to}>{children}</Link>
    </MenuItem>
  ) : null;
