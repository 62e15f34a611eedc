import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Rowish } from '../../lib/list-address.ts';
import type { List } from './use-list.ts';

/** The part of a row that opens it, and that the keyboard stands on. */
export function Opener<R extends Rowish>({
  list,
  row,
  to,
  children,
}: {
  list: List<R>;
  row: R;
  to: string | null;
  children: ReactNode;
}) {
  const keep = () => list.keepPlace(row.id);
  if (to === null) {
    return (
      <span data-open tabIndex={-1}>
        {children}
      </span>
    );
  }
  return (
    <Link data-open to={to} onClick={keep} className="hit rounded-sm font-medium text-ink hover:underline">
      {children}
    </Link>
  );
}
