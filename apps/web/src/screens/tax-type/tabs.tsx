import { PageTabs } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';

/** Which taxes there are, and how receipts that name them are signed. */
export const TaxTabs = () => {
  const { t } = useTranslation('tss');
  return (
    <PageTabs
      label={t('tabs.label')}
      tabs={[
        { to: paths.taxTypes, label: t('tabs.types') },
        { to: paths.certificates, label: t('tabs.certificates') },
      ]}
    />
  );
};
