import { useEffect } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { connectToaster } from '../lib/server/toast.ts';
import { Toaster, toast } from '../ui/toaster.tsx';

/** The place of all toasts; loaded after the first paint. */
const Toasts = () => {
  const { t } = useTranslation('common');
  useEffect(() => connectToaster(toast), []);
  return (
    <Toaster
      labels={{ region: `${t('toast.region')} ({hotkey})`, one: t('toast.one'), close: t('action.close') }}
    />
  );
};

export default Toasts;
