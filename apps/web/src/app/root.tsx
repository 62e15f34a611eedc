import { Suspense, useEffect } from 'react';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router-dom';
import { useTranslation } from '../lib/i18n.ts';
import { runWhenIdle } from '../lib/idle.ts';
import { useScanGuard } from '../lib/scan-guard.ts';
import { lazyChunkWithRetries } from '../lib/server/lazy-chunk.ts';
import { preloadToaster, useIsToasterNeeded } from '../lib/server/toast.ts';
import { ProgressBar } from '../ui/index.ts';
import { NetworkBanner } from './network-banner.tsx';
import { PageTitle } from './page-title.tsx';
import { useApplyShopAppearance } from './shop.ts';

const Toasts = lazyChunkWithRetries(() => import('./toasts.tsx'));

/** Surrounds every page, also public ones: progress line, network banner, toasts and window title. */
export const Root = () => {
  const { state } = useNavigation();
  const { t } = useTranslation('common');
  const toasts = useIsToasterNeeded();
  useApplyShopAppearance();
  useScanGuard();
  useEffect(() => runWhenIdle(preloadToaster), []);
  return (
    <>
      <div className="fixed inset-x-0 top-0 z-50">
        <ProgressBar active={state !== 'idle'} label={t('state.loading')} />
      </div>
      <NetworkBanner />
      <PageTitle />
      <Outlet />
      <ScrollRestoration storageKey="dukkan.scroll" />
      <Suspense>{toasts ? <Toasts /> : null}</Suspense>
    </>
  );
};
