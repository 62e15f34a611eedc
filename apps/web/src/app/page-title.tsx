import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useTranslation } from '../lib/i18n.ts';
import { paths } from '../lib/paths.ts';
import { usePageTitle } from '../lib/title.ts';
import { findRoute } from './app-routes.ts';
import { useShopName } from './shop.ts';

const PUBLIC: Readonly<Record<string, string>> = {
  [paths.login]: 'title.login',
  [paths.notFound]: 'title.not_found',
  [paths.unauthorized]: 'title.unauthorized',
  [paths.demoMailbox]: 'title.demo_mailbox',
};

/** Sets the window's title: the page, then the shop. */
export const PageTitle = () => {
  const { pathname } = useLocation();
  const { t } = useTranslation('shell');
  const pageTitle = usePageTitle();
  const shop = useShopName();
  const place = findRoute(pathname);
  const key = PUBLIC[pathname] ?? (place ? `route.${place.entry.name}` : null);
  const page = pageTitle ?? (key ? t(key) : '');
  const title = page ? `${page} · ${shop}` : shop;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
};
