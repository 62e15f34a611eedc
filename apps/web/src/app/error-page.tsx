import { RotateCw, TriangleAlert } from 'lucide-react';
import { useTranslation } from '../lib/i18n.ts';
import { Button, EmptyState } from '../ui/index.ts';

/**
 * Shown when a page fails to render or its code cannot be loaded. The router logs the cause to the browser's console;
 * the page shows no internals.
 */
export const ErrorPage = () => {
  const { t } = useTranslation('shell');
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
