import { useTranslation } from '../lib/i18n.ts';
import { Drawer } from '../ui/index.ts';
import { MenuList } from './menu.tsx';
import { useShopName } from './shop.ts';
import { ShopMark } from './shop-mark.tsx';

/** The menu in a drawer, for phones. */
const MenuDrawer = ({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) => {
  const { t } = useTranslation('shell');
  const name = useShopName();
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      side="start"
      size="sm"
      title={
        <span className="flex items-center gap-2.5">
          <ShopMark />
          <span className="truncate">{name}</span>
        </span>
      }
      closeLabel={t('common:action.close')}
    >
      <nav aria-label={t('menu.label')} className="-mx-2">
        <MenuList collapsed={false} onGo={() => onOpenChange(false)} />
      </nav>
    </Drawer>
  );
};

export default MenuDrawer;
