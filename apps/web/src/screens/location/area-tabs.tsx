import { PageTabs } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';

/** The tabs for areas, which are chosen by name, and zones, which are drawn; both have delivery terms. */
export const AreaTabs = () => {
  const { t } = useTranslation('location');
  return (
    <PageTabs
      label={t('tabs.label')}
      tabs={[
        { to: paths.areas, label: t('tabs.areas') },
        { to: paths.zones, label: t('tabs.zones') },
        { to: paths.zoneMap, label: t('tabs.map') },
      ]}
    />
  );
};
