import { useEffect } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { useSessionState } from '../lib/server/session.ts';
import { connectToaster } from '../lib/server/toast.ts';
import { Toaster, toast } from '../ui/overlay/toaster.tsx';
import { useAppearance } from './appearance.ts';

/** Renders all toasts; loaded after the first paint. */
const Toasts = () => {
  const { t } = useTranslation('common');
  const { menu } = useAppearance();
  const isSignedIn = useSessionState().phase === 'in';
  useEffect(() => connectToaster(toast), []);
  return (
    <Toaster
      menu={isSignedIn ? menu : null}
      labels={{ region: `${t('toast.region')} ({hotkey})`, one: t('toast.one'), close: t('action.close') }}
    />
  );
};

export default Toasts;
