import { CircleHelp, Star } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useTranslation } from '../lib/i18n.ts';
import { lazyChunk } from '../lib/server/lazy-chunk.ts';
import { cx, IconButton } from '../ui/index.ts';
import { findRoute } from './app-routes.ts';
import { useFavourites } from './favourite-pages.ts';
import { findMenuRoute, useMenuRoutes } from './sections.ts';

const loadHelp = () => import('./page-help.tsx');
const PageHelp = lazyChunk(loadHelp);

/** What stands beside the title of every page: its explanation, and the star that keeps it at the top of the menu. */
const PageTools = () => {
  const { pathname } = useLocation();
  const route = findMenuRoute(useMenuRoutes(), pathname);
  if (!route) return null;
  const isRecord =
    findRoute(pathname)?.path !== route.path || pathname.split('/').length > route.path.split('/').length;
  return (
    <span className="flex print:hidden">
      <HelpButton key={route.entry.name} name={route.entry.name} />
      {isRecord ? null : <FavouriteButton name={route.entry.name} />}
    </span>
  );
};

const HelpButton = ({ name }: { name: string }) => {
  const { t } = useTranslation('page-tools');
  const [isOpened, setOpened] = useState(false);
  const warm = () => void loadHelp().catch(() => undefined);
  const button = (
    <IconButton
      size="sm"
      label={t('help.open')}
      icon={<CircleHelp />}
      onPointerEnter={warm}
      onFocus={warm}
      onClick={() => setOpened(true)}
    />
  );
  if (!isOpened) return button;
  return (
    <Suspense fallback={button}>
      <PageHelp name={name} />
    </Suspense>
  );
};

const FavouriteButton = ({ name }: { name: string }) => {
  const { t } = useTranslation('page-tools');
  const favourites = useFavourites();
  const isKept = favourites.names.includes(name);
  const isFull = !isKept && favourites.isFull;
  return (
    <IconButton
      size="sm"
      label={isFull ? t('favourites.full') : t(isKept ? 'favourites.remove' : 'favourites.add')}
      aria-pressed={isKept}
      aria-disabled={isFull || undefined}
      icon={<Star className={cx(isKept && 'fill-current text-warning-text')} />}
      onClick={() => {
        if (isKept) favourites.remove(name);
        else if (!isFull) favourites.add(name);
      }}
    />
  );
};

export default PageTools;
