import { ArrowLeft } from 'lucide-react';
import { useGoBack } from '../lib/form/unsaved-changes.ts';
import { Link } from './link.tsx';

/** A link above the title of a record's page: back to the previous page, or to the list without one. */
export const BackLink = ({ to, label }: { to: string; label: string }) => (
  <Link
    to={to}
    onClick={useGoBack(to)}
    className="hit inline-flex items-center gap-1 rounded-sm hover:text-ink hover:underline"
  >
    <ArrowLeft aria-hidden="true" className="size-3.5 rtl:-scale-x-100" />
    {label}
  </Link>
);
