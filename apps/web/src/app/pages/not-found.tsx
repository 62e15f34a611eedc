import { Compass, Copy, House, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Link } from '../../kit/link.tsx';
import { usePermissionName } from '../../kit/record-states.tsx';
import { Bdi, isolateBidi } from '../../lib/bidi.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, toSafeRedirectPath } from '../../lib/paths.ts';
import { useSession } from '../../lib/server/session.ts';
import { Button } from '../../ui/index.ts';
import { type AppRoute, findRoute, hasScreen } from '../app-routes.ts';
import { useRouteAccess } from '../route-access.ts';
import { FullPage } from './full-page.tsx';
import { listMissingPermissions } from './list-missing-permissions.ts';

/** The 404 page: an unknown address, or one that this account may not open. */
const NotFound = () => {
  const [params] = useSearchParams();
  const fromParam = params.get('from');
  const from = fromParam ? toSafeRedirectPath(fromParam) : paths.home;
  const route = from === paths.home ? null : findRoute(new URL(from, location.href).pathname);
  return params.has('denied') ? (
    <PermissionDenied from={from} route={route} />
  ) : (
    <UnknownAddress from={from} route={route} />
  );
};

type WantedProps = {
  /** The address that was wanted; home when there is none. */
  from: string;
  /** The page that the address belongs to. */
  route: AppRoute | null;
};

/** The address does not exist; the page that it begins with is offered. */
const UnknownAddress = ({ from, route }: WantedProps) => {
  const { t } = useTranslation(['shell', 'error-page']);
  const passes = useRouteAccess();
  const { user } = useSession();
  const isOffered = user !== null && route !== null && hasScreen(route.entry) && passes(route);
  return (
    <FullPage
      code="404"
      icon={<Compass />}
      title={t('shell:not_found.title')}
      text={
        <>
          {t('shell:not_found.text')}
          <MissingPath of={from} />
        </>
      }
      actions={
        <>
          <CopyButton from={from} />
          {isOffered && !route.path.includes(':') && route.path !== from ? (
            <Button asChild>
              <Link to={route.path}>
                {t('error-page:up', { page: t(`shell:route.${route.entry.name}`) })}
              </Link>
            </Button>
          ) : null}
          <HomeButton />
        </>
      }
    />
  );
};

/** The account lacks a permission: which page it is, what is missing, and who can give it. */
const PermissionDenied = ({ from, route }: WantedProps) => {
  const { t } = useTranslation(['shell', 'error-page']);
  const nameOf = usePermissionName();
  const { user, canPass } = useSession();
  const missing = route && user ? listMissingPermissions(route, canPass) : [];
  return (
    <FullPage
      code="403"
      tone="warning"
      icon={<ShieldAlert />}
      title={t('shell:not_found.denied')}
      text={
        <>
          {missing.length > 0 && route ? (
            <div className="mb-3">
              <p>
                {t('error-page:page', { page: t(`shell:route.${route.entry.name}`) })} {t('error-page:needs')}
              </p>
              <ul className="my-2 flex flex-wrap justify-center gap-1.5">
                {missing.map((permission) => (
                  <li
                    key={permission}
                    className="rounded-md border border-line bg-surface px-2 py-0.5 font-medium text-ink"
                  >
                    {nameOf(permission)}
                  </li>
                ))}
              </ul>
              <p>
                {user?.role ? `${t('error-page:role', { role: isolateBidi(user.role.title) })} ` : ''}
                {t('error-page:ask')}
              </p>
            </div>
          ) : null}
          <p className="text-sm">{t('shell:not_found.denied_text')}</p>
          <MissingPath of={from} />
        </>
      }
      actions={
        <>
          <CopyButton from={from} />
          <HomeButton />
        </>
      }
    />
  );
};

const MissingPath = ({ of }: { of: string }) =>
  of === paths.home ? null : (
    <p className="mt-2 text-sm break-all">
      <Bdi dir="ltr">{of}</Bdi>
    </p>
  );

const CopyButton = ({ from }: { from: string }) => {
  const { t } = useTranslation('shell');
  const [isCopied, setCopied] = useState(false);
  if (from === paths.home) return null;
  const copy = async () => {
    await navigator.clipboard?.writeText(location.origin + from);
    setCopied(true);
  };
  return (
    <Button icon={<Copy />} onClick={() => void copy()}>
      {t(isCopied ? 'common:action.copied' : 'not_found.copy')}
    </Button>
  );
};

const HomeButton = () => {
  const { t } = useTranslation('shell');
  return (
    <Button asChild variant="primary" icon={<House />}>
      <Link to={paths.home}>{t('not_found.home')}</Link>
    </Button>
  );
};

export default NotFound;
