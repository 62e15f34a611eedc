import { ArrowLeft } from 'lucide-react';
import { Link } from '../../kit/index.ts';

/** The link to the list above a page's title. */
export const ImportBackLink = ({ to, label }: { to: string; label: string }) => (
  <Link to={to} className="hit inline-flex items-center gap-1 rounded-sm hover:text-ink hover:underline">
    <ArrowLeft aria-hidden="true" className="size-3.5 rtl:-scale-x-100" />
    {label}
  </Link>
);
