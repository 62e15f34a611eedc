import type { ReactNode } from 'react';
import { Link } from './link.tsx';

/** A link in the head of a card to the whole list of what it shows. */
export const CardLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link isAction to={to} className="hit rounded-sm text-sm text-primary-text hover:underline">
    {children}
  </Link>
);
