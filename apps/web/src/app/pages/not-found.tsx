import { Compass, Copy, House } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Link } from '../../kit/link.tsx';
import { Bdi } from '../../lib/bidi.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, toSafeRedirectPath } from '../../lib/paths.ts';
import { Button } from '../../ui/index.ts';
import { FullPage } from './full-page.tsx';

/** The 404 page: an unknown URL, or one that this account may not open. */
const NotFound = () => {
  const { t } = useTranslation('shell');
  const [params] = useSearchParams();
  const [copied, setCopied] = useState(false);
  const denied = params.has('denied');
  const fromParam = params.get('from');
  const from = fromParam ? toSafeRedirectPath(fromParam) : paths.home;
  const copy = async () => {
    await navigator.clipboard?.writeText(location.origin + from);
    setCopied(true);
  };
  return (
    <FullPage
      code="404"
      icon={<Compass />}
      title={t(denied ? 'not_found.denied' : 'not_found.title')}
      text={
        <>
          {t(denied ? 'not_found.denied_text' : 'not_found.text')}
          {from === paths.home ? null : (
            <span className="mt-2 block text-sm break-all">
              <Bdi dir="ltr">{from}</Bdi>
            </span>
          )}
        </>
      }
      actions={
        <>
          {from === paths.home ? null : (
            <Button icon={<Copy />} onClick={() => void copy()}>
              {t(copied ? 'common:action.copied' : 'not_found.copy')}
            </Button>
          )}
          <Button asChild variant="primary" icon={<House />}>
            <Link to={paths.home}>{t('not_found.home')}</Link>
          </Button>
        </>
      }
    />
  );
};

export default NotFound;
