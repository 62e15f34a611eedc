import { PageTabs } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';

/** The tabs for tax types and for the certificates that sign receipts. */
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
