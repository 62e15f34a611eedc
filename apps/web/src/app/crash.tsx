import { RotateCw, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { useTranslation } from '../lib/i18n.ts';
import { Button, EmptyState } from '../ui/index.ts';

/** What stands where a page could not be drawn or its code could not be loaded (decisions 11). */
export const Crash = () => {
  const error = useRouteError();
  const { t } = useTranslation('shell');
  useEffect(() => {
    // for whoever looks into the browser's console: the page itself shows no internals
    reportError(error);
  }, [error]);
  return (
    <main className="grid min-h-[60dvh] place-items-center">
      <div role="alert">
        <EmptyState
          icon={<TriangleAlert />}
          title={t('crash.title')}
          text={t('crash.text')}
          actions={
            <Button variant="primary" icon={<RotateCw />} onClick={() => location.reload()}>
              {t('common:action.reload')}
            </Button>
          }
        />
      </div>
    </main>
  );
};
