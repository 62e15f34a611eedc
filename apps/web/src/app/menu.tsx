import { type MouseEvent, memo, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Link } from '../kit/link.tsx';
import { useRouterClick } from '../lib/follow.ts';
import { useLocale, useTranslation } from '../lib/i18n.ts';
import { lazyChunk } from '../lib/server/lazy-chunk.ts';
import { cx, Tooltip } from '../ui/index.ts';
import type { AppRoute } from './app-routes.ts';
import { useFavourites } from './favourite-pages.ts';
import type { IconName } from './icon-names.ts';
import { prefetchByLink, prefetchWhenIdle } from './prefetch.ts';
import { SECTIONS } from './route-entry.ts';
import { RouteIcon } from './route-icon.tsx';
import { findMenuRoute, findSection, listSections, useMenuRoutes } from './sections.ts';
import { useShopName } from './shop.ts';
import { ShopMark } from './shop-mark.tsx';

const Favourites = lazyChunk(() => import('./favourites.tsx'));

/** The menu beside the page; collapsed it shows icons with the names as tooltips. */
export const SideMenu = ({ collapsed }: { collapsed: boolean }) => {
  const { t } = useTranslation('shell');
  const name = useShopName();
  return (
    <aside
      className={cx(
        'sticky top-0 hidden h-dvh shrink-0 flex-col border-e border-line bg-surface lg:flex print:hidden',
        collapsed ? 'w-14' : 'w-56',
      )}
    >
      <Link
        to="/"
        className={cx(
          'flex h-14 shrink-0 items-center gap-2.5 font-semibold text-ink focus-visible:-outline-offset-2',
          collapsed ? 'justify-center' : 'px-4',
        )}
      >
        <ShopMark />
        <span className={collapsed ? 'sr-only' : 'truncate text-lg'}>{name}</span>
      </Link>
      <nav aria-label={t('menu.label')} className="flex min-h-0 flex-1 flex-col overflow-y-auto px-2 pb-3">
        <MenuList collapsed={collapsed} />
      </nav>
    </aside>
  );
};

/** The pages that one press of the menu opens; they are loaded before anybody points at them. */
const listPages = (routes: readonly AppRoute[]) =>
  listSections(routes).flatMap(({ first }) => first.entry.screen?.[0] ?? []);

/** The favourites and the sections of the menu, without those that are not built or not permitted. */
export const MenuList = ({ collapsed, onGo }: { collapsed: boolean; onGo?: () => void }) => {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const routes = useMenuRoutes();
  const follow = useRouterClick();
  useEffect(() => prefetchWhenIdle(listPages(routes)), [routes]);
  const current = findSection(pathname);
  const here = findMenuRoute(routes, pathname);
  const favourites = useFavourites().names.flatMap((name) => {
    // a page whose permission went is not shown, and stands again when the permission comes back
    const route = routes.find(({ entry }) => entry.name === name);
    return route ? [route] : [];
  });
  const link = (route: AppRoute, own: Partial<MenuLinkProps>) => (
    <MenuLink
      route={route}
      name={t(`route.${route.entry.name}`)}
      icon={route.entry.icon}
      current={route === here}
      collapsed={collapsed}
      follow={follow}
      onGo={onGo}
      {...own}
    />
  );

  return (
    <>
      {favourites.length > 0 ? (
        <div className="mb-2 border-b border-line pb-2">
          <Suspense
            fallback={
              <ul>
                {favourites.map((route) => (
                  <li key={route.path}>{link(route, {})}</li>
                ))}
              </ul>
            }
          >
            <Favourites
              routes={favourites}
              collapsed={collapsed}
              link={(route) => link(route, { className: collapsed ? undefined : 'pe-9' })}
            />
          </Suspense>
        </div>
      ) : null}
      <ul className="flex flex-1 flex-col gap-px" aria-label={t('menu.sections')}>
        {listSections(routes).map(({ section, first }) => (
          <li
            key={section}
            className={section === 'settings' ? 'mt-auto border-t border-line pt-2' : undefined}
          >
            {link(first, {
              name: t(`section.${section}`),
              icon: SECTIONS[section],
              current: section === current,
              tour: `section.${section}`,
            })}
          </li>
        ))}
      </ul>
    </>
  );
};

type MenuLinkProps = {
  route: AppRoute;
  name: string;
  icon: IconName;
  current: boolean;
  collapsed: boolean;
  follow: (event: MouseEvent<HTMLAnchorElement>) => void;
  onGo: (() => void) | undefined;
  tour?: string;
  className?: string | undefined;
};

/** Memoized, so that a navigation renders only two items again: the previous and the current one. */
const MenuLink = memo(
  ({
    route: { entry, path },
    name,
    icon,
    current,
    collapsed,
    follow,
    onGo,
    tour,
    className,
  }: MenuLinkProps) => {
    const ar = useLocale() === 'ar';
    const anchor = useRef<HTMLAnchorElement>(null);
    useEffect(() => {
      if (current) anchor.current?.scrollIntoView?.({ block: 'nearest' });
    }, [current]);
    const link = (
      <a
        ref={anchor}
        href={path}
        // a link that is dragged would be dropped as an address
        draggable={false}
        onClick={(event) => {
          onGo?.();
          follow(event);
        }}
        {...prefetchByLink(entry.screen?.[0], path)}
        aria-current={current ? 'page' : undefined}
        data-tour={tour}
        className={cx(
          'flex min-h-control-sm items-center gap-2.5 rounded-md py-1.5 text-base focus-visible:-outline-offset-2 max-lg:min-h-11',
          collapsed ? 'justify-center px-0' : 'px-2',
          current
            ? 'bg-primary-soft font-medium text-primary-text'
            : 'text-muted hover:bg-hover hover:text-ink',
          className,
        )}
      >
        <RouteIcon name={icon} className="size-4 shrink-0" />
        <span className={collapsed ? 'sr-only' : 'truncate'}>{name}</span>
      </a>
    );
    return collapsed ? (
      <Tooltip text={name} side={ar ? 'left' : 'right'}>
        {link}
      </Tooltip>
    ) : (
      link
    );
  },
);
