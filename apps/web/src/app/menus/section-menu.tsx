import { MenuItemLink } from '../../kit/menu-item-link.tsx';
import { useTranslation } from '../../lib/i18n.ts';
import { Menu, type NearMenuProps } from '../../ui/index.ts';
import type { SectionTab } from '../section-pages.ts';

/** The pages of a section that find no room as tabs. */
const SectionMenu = ({ tabs, ...menu }: NearMenuProps & { tabs: readonly SectionTab[] }) => {
  const { t } = useTranslation('shell');
  return (
    <Menu {...menu} align="start" label={t('tabs_more')}>
      {tabs.map((tab) => (
        <MenuItemLink key={tab.path} to={tab.path}>
          {t(`route.${tab.name}`)}
        </MenuItemLink>
      ))}
    </Menu>
  );
};

export default SectionMenu;
