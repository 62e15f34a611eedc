import { LockKeyhole, LogIn } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { Link } from '../../kit/link.tsx';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, toSafeRedirectPath, withQuery } from '../../lib/paths.ts';
import { Button } from '../../ui/index.ts';
import { findRoute } from '../app-routes.ts';
import { FullPage } from './full-page.tsx';

/**
 * Shown after the server refused the session (401 `Unauthorized.`): the session was removed, and the user can sign in
 * again and return to the page that was open.
 */
const Unauthorized = () => {
  const { t } = useTranslation(['shell', 'error-page']);
  const [params] = useSearchParams();
  const next = params.get('next');
  const route = next ? findRoute(new URL(toSafeRedirectPath(next), location.href).pathname) : null;
  return (
    <FullPage
      code="401"
      tone="info"
      icon={<LockKeyhole />}
      title={t('shell:unauthorized.title')}
      text={
        <>
          <p>{t('shell:unauthorized.text')}</p>
          {route ? (
            <p className="mt-1">{t('error-page:back_to', { page: t(`shell:route.${route.entry.name}`) })}</p>
          ) : null}
        </>
      }
      actions={
        <Button asChild variant="primary" icon={<LogIn className="rtl:-scale-x-100" />}>
          <Link to={withQuery(paths.login, { next })}>{t('shell:unauthorized.sign_in')}</Link>
        </Button>
      }
    />
  );
};

export default Unauthorized;
