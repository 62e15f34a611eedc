import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Rowish } from '../../lib/list-address.ts';
import type { List } from './use-list.ts';

type OpenerProps<R extends Rowish> = { list: List<R>; row: R; to: string | null; children: ReactNode };

/** The part of a row that opens it, and that the keyboard stands on. */
export const Opener = <R extends Rowish>({ list, row, to, children }: OpenerProps<R>) =>
  to === null ? (
    <span data-open tabIndex={-1}>
      {children}
    </span>
  ) : (
    <Link
      data-open
      to={to}
      onClick={() => list.keepPlace(row.id)}
      className="hit rounded-sm font-medium text-ink hover:underline"
    >
      {children}
    </Link>
  );
