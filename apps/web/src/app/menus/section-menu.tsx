import { useOpenPage } from '../../lib/follow.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Menu, MenuItem, type NearMenuProps } from '../../ui/index.ts';
import type { SectionTab } from '../section-pages.ts';

type SectionMenuProps = NearMenuProps & { tabs: readonly SectionTab[]; current: SectionTab };

/** The pages of a section that find no room as tabs. */
const SectionMenu = ({ tabs, current, ...menu }: SectionMenuProps) => {
  const { t } = useTranslation('shell');
  const openPage = useOpenPage();
  return (
    <Menu {...menu} align="start" label={t('tabs_more')}>
      {tabs.map((tab) => (
        <MenuItem
          key={tab.path}
          aria-current={tab === current ? 'page' : undefined}
          onSelect={() => openPage(tab.path)}
        >
          {t(`route.${tab.name}`)}
        </MenuItem>
      ))}
    </Menu>
  );
};

export default SectionMenu;
