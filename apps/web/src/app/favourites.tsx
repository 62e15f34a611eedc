import { ArrowDown, ArrowUp, MoreHorizontal, StarOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { moveItem, useSortableTile, useTileDrops } from '../lib/sortable.ts';
import { cx, IconButton, Menu, MenuItem } from '../ui/index.ts';
import type { AppRoute } from './app-routes.ts';
import { useFavourites } from './favourite-pages.ts';

const DRAGGED = 'favourite';

type FavouritesProps = {
  routes: readonly AppRoute[];
  collapsed: boolean;
  link: (route: AppRoute) => ReactNode;
};

/** The pages that a person keeps at the top of the menu; they are dragged, or moved by a menu, into another order. */
const Favourites = ({ routes, collapsed, link }: FavouritesProps) => {
  const { t } = useTranslation(['page-tools', 'shell']);
  const { names, remove, save } = useFavourites();
  // a favourite that does not open now keeps its place
  const move = (name: string, before: string) => {
    const from = names.indexOf(name);
    const to = names.indexOf(before);
    if (from >= 0 && to >= 0 && from !== to) save(moveItem(names, from, to));
  };
  useTileDrops<string>(DRAGGED, move);
  return (
    <>
      {collapsed ? null : (
        <h2 className="px-2 pb-1 text-xs font-medium text-subtle">{t('favourites.title')}</h2>
      )}
      <ul aria-label={t('favourites.title')} className="grid gap-px">
        {routes.map((route, at) => (
          <Favourite key={route.path} name={route.entry.name} isLocked={collapsed}>
            {link(route)}
            {collapsed ? null : (
              <FavouriteMenu
                title={t(`shell:route.${route.entry.name}`)}
                earlier={routes[at - 1]?.entry.name}
                later={routes[at + 1]?.entry.name}
                onMove={(before) => move(route.entry.name, before)}
                onRemove={() => remove(route.entry.name)}
              />
            )}
          </Favourite>
        ))}
      </ul>
    </>
  );
};

type FavouriteProps = { name: string; isLocked: boolean; children: ReactNode };

const Favourite = ({ name, isLocked, children }: FavouriteProps) => {
  const { ref, isOver, isAway } = useSortableTile<HTMLLIElement>(DRAGGED, name, isLocked);
  return (
    <li ref={ref} className={cx('group relative rounded-md', isOver && 'bg-hover', isAway && 'opacity-50')}>
      {children}
    </li>
  );
};

type FavouriteMenuProps = {
  title: string;
  earlier: string | undefined;
  later: string | undefined;
  onMove: (before: string) => void;
  onRemove: () => void;
};

const FavouriteMenu = ({ title, earlier, later, onMove, onRemove }: FavouriteMenuProps) => {
  const { t } = useTranslation(['page-tools', 'shell']);
  return (
    <span className="absolute inset-y-0 end-0.5 grid place-items-center opacity-0 group-hover:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100">
      <Menu
        label={t('favourites.change', { title })}
        trigger={<IconButton size="sm" label={t('favourites.change', { title })} icon={<MoreHorizontal />} />}
      >
        <MenuItem icon={<ArrowUp />} disabled={!earlier} onSelect={() => earlier && onMove(earlier)}>
          {t('favourites.earlier')}
        </MenuItem>
        <MenuItem icon={<ArrowDown />} disabled={!later} onSelect={() => later && onMove(later)}>
          {t('favourites.later')}
        </MenuItem>
        <MenuItem icon={<StarOff />} onSelect={onRemove}>
          {t('favourites.remove')}
        </MenuItem>
      </Menu>
    </span>
  );
};

export default Favourites;
