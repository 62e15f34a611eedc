import { LockKeyhole, LogIn } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { Link } from '../../kit/link.tsx';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { Button } from '../../ui/index.ts';
import { FullPage } from './full-page.tsx';

/**
 * Shown after the server refused the session (401 `Unauthorized.`): the session was removed, and the user can sign in
 * again.
 */
const Unauthorized = () => {
  const { t } = useTranslation('shell');
  const [params] = useSearchParams();
  return (
    <FullPage
      code="401"
      icon={<LockKeyhole />}
      title={t('unauthorized.title')}
      text={t('unauthorized.text')}
      actions={
        <Button asChild variant="primary" icon={<LogIn className="rtl:-scale-x-100" />}>
          <Link to={withQuery(paths.login, { next: params.get('next') })}>{t('unauthorized.sign_in')}</Link>
        </Button>
      }
    />
  );
};

export default Unauthorized;
