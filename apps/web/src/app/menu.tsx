import { ChevronDown } from 'lucide-react';
import { type MouseEvent, memo, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Link } from '../kit/link.tsx';
import { useRouterClick } from '../lib/follow.ts';
import { useLocale, useTranslation } from '../lib/i18n.ts';
import { readStored, writeStored } from '../lib/store.ts';
import { cx, Tooltip } from '../ui/index.ts';
import { type AppRoute, filterAllowedRoutes, findRoute } from './app-routes.ts';
import { prefetchData, prefetchScreen, prefetchWhenIdle } from './prefetch.ts';
import { useRouteAccess } from './route-access.ts';
import { RouteIcon } from './route-icon.tsx';
import { MENU_GROUPS, type MenuGroup } from './routes.ts';
import { useShopName } from './shop.ts';
import { ShopMark } from './shop-mark.tsx';

const SHUT = 'dukkan.menu';

/** The menu beside the page; collapsed it shows icons with the names as tooltips. */
export const SideMenu = ({ collapsed }: { collapsed: boolean }) => {
  const { t } = useTranslation('shell');
  const name = useShopName();
  return (
    <aside
      className={cx(
        'sticky top-0 hidden h-dvh shrink-0 flex-col border-e border-line bg-surface lg:flex print:hidden',
        collapsed ? 'w-14' : 'w-60',
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
      <nav aria-label={t('menu.label')} className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        <MenuList collapsed={collapsed} />
      </nav>
    </aside>
  );
};

/** How many pages of the menu are loaded before anybody points at them: those at its top, which are opened most. */
const LIKELY = 12;
const listPages = (places: readonly AppRoute[]) =>
  places.slice(0, LIKELY).flatMap(({ entry }) => entry.screen?.[0] ?? []);

const readShut = (): MenuGroup[] => (readStored('local', SHUT) ?? '').split(',') as MenuGroup[];

/** The menu items by group, without those that are not built or not permitted. */
export const MenuList = ({ collapsed, onGo }: { collapsed: boolean; onGo?: () => void }) => {
  const { t } = useTranslation('shell');
  const passes = useRouteAccess();
  const { pathname } = useLocation();
  const [shut, setShut] = useState(readShut);
  const places = useMemo(() => filterAllowedRoutes(passes), [passes]);
  const follow = useRouterClick();
  useEffect(() => prefetchWhenIdle(listPages(places)), [places]);
  const current = currentItem(places, pathname);
  const toggle = (group: MenuGroup) => {
    const next = shut.includes(group) ? shut.filter((one) => one !== group) : [...shut, group];
    setShut(next);
    writeStored('local', SHUT, next.join(','));
  };

  return MENU_GROUPS.map((group) => {
    const items = places.filter(({ entry }) => entry.group === group);
    if (items.length === 0) return null;
    const open = group === 'top' || collapsed || !shut.includes(group);
    const id = `menu-${group}`;
    return (
      <div key={group} className={cx(collapsed ? 'border-t border-line py-1.5 first:border-t-0' : 'mb-2')}>
        {group === 'top' || collapsed ? null : (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => toggle(group)}
            className="flex min-h-control-sm w-full items-center gap-1 rounded-md px-2 text-xs font-medium text-subtle hover:text-ink focus-visible:-outline-offset-2"
          >
            <span className="flex-1 text-start">{t(`group.${group}`)}</span>
            <ChevronDown aria-hidden="true" className={cx('size-3.5', !open && '-rotate-90 rtl:rotate-90')} />
          </button>
        )}
        <ul id={id} hidden={!open} aria-label={group === 'top' ? undefined : t(`group.${group}`)}>
          {items.map((place) => (
            <MenuLink
              key={place.path}
              place={place}
              current={place === current}
              collapsed={collapsed}
              follow={follow}
              onGo={onGo}
            />
          ))}
        </ul>
      </div>
    );
  });
};

/** Returns the item to highlight: the current route, or the one it belongs to (a form opened from a list). */
function currentItem(places: readonly AppRoute[], pathname: string): AppRoute | undefined {
  const here = findRoute(pathname);
  return (
    places.find((place) => place.path === here?.path) ??
    places.find(({ entry }) => here !== null && here.parent === entry)
  );
}

type MenuLinkProps = {
  place: AppRoute;
  current: boolean;
  collapsed: boolean;
  follow: (event: MouseEvent<HTMLAnchorElement>) => void;
  onGo: (() => void) | undefined;
};

/** Memoized, so that a navigation renders only two items again: the previous and the current one. */
const MenuLink = memo(({ place: { entry, path }, current, collapsed, follow, onGo }: MenuLinkProps) => {
  const { t } = useTranslation('shell');
  const ar = useLocale() === 'ar';
  const name = t(`route.${entry.name}`);
  const page = entry.screen?.[0];
  const warm = () => page && prefetchScreen(page);
  const link = (
    <a
      href={path}
      onClick={(event) => {
        onGo?.();
        follow(event);
      }}
      onPointerDown={() => page && prefetchData(page, path)}
      onPointerEnter={warm}
      onFocus={warm}
      aria-current={current ? 'page' : undefined}
      data-tour={`route.${entry.name}`}
      className={cx(
        'flex min-h-control-sm items-center gap-2.5 rounded-md py-1.5 text-base focus-visible:-outline-offset-2',
        collapsed ? 'justify-center px-0' : 'px-2',
        current
          ? 'bg-primary-soft font-medium text-primary-text'
          : 'text-muted hover:bg-hover hover:text-ink',
      )}
    >
      <RouteIcon name={entry.icon} className="size-4 shrink-0" />
      <span className={collapsed ? 'sr-only' : 'truncate'}>{name}</span>
    </a>
  );
  return (
    <li>
      {collapsed ? (
        <Tooltip text={name} side={ar ? 'left' : 'right'}>
          {link}
        </Tooltip>
      ) : (
        link
      )}
    </li>
  );
});
