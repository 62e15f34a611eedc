import { type ComponentProps, type ReactNode, useContext } from 'react';
import { Link as RouterLink, NavLink as RouterNavLink } from 'react-router-dom';
import { useCanOpen } from '../lib/can-open.ts';
import { cx, InsideButton } from '../ui/index.ts';

export type LinkProps = Omit<ComponentProps<typeof RouterLink>, 'to' | 'className'> & {
  to: string;
  className?: string | undefined;
  /** An action disappears where its page does not open; any other text stays, without the link. */
  isAction?: boolean | undefined;
};

/** What makes a text look as if it could be pressed. */
const LINK_LOOK = /^(?:hit|text-primary-text|underline.*|hover:.*|after:.*)$/;

/**
 * A link to a page of this app, only where the page opens for the user: otherwise the text stays, and a button or an
 * action disappears.
 */
export const Link = ({ to, isAction = false, className, children, ...rest }: LinkProps) => {
  const canOpen = useCanOpen();
  const isButton = useContext(InsideButton);
  if (canOpen(to))
    return (
      <RouterLink {...rest} to={to} className={className}>
        {children}
      </RouterLink>
    );
  if (isButton || isAction) return null;
  const look = className?.split(' ').filter((name) => !LINK_LOOK.test(name));
  return (
    <span dir={rest.dir} className={cx(look?.join(' '))}>
      {children}
    </span>
  );
};

export type TabLinkProps = Pick<ComponentProps<typeof RouterNavLink>, 'className'> & {
  to: string;
  children: ReactNode;
};

/** A link that knows whether its page is open; it disappears where the page does not open for the user. */
export const TabLink = ({ to, ...rest }: TabLinkProps) =>
  useCanOpen()(to) ? <RouterNavLink {...rest} to={to} end /> : null;
