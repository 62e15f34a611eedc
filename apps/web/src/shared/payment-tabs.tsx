import { PageTabs } from '../kit/index.ts';
import { useTranslation } from '../lib/i18n.ts';
import { paths } from '../lib/paths.ts';

/** The tabs for payments and for drivers' cash. */
export const PaymentTabs = () => {
  const { t } = useTranslation('driver-cash');
  return (
    <PageTabs
      label={t('tabs.label')}
      tabs={[
        { to: paths.payments, label: t('tabs.payments') },
        { to: paths.driverCash, label: t('tabs.drivers') },
        { to: paths.safe, label: t('tabs.safe') },
      ]}
    />
  );
};
