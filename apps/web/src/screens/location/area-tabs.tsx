import { PageTabs } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';

/** Areas are named, zones are drawn; both say what is delivered. */
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
