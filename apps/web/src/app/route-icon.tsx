import picture from 'virtual:route-icons';
import type { IconName } from './icon-names.ts';

/** The icon of a route, hidden from screen readers, because the route's name is beside it. */
export const RouteIcon = ({ name, className }: { name: IconName; className?: string }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    strokeLinecap="round"
    strokeLinejoin="round"
    className={className}
  >
    <use href={`${picture}#${name}`} />
  </svg>
);
