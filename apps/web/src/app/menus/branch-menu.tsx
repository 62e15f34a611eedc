import { useBranchOptions } from '../../lib/branch-choice.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Menu, MenuRadioGroup, type NearMenuProps } from '../../ui/index.ts';

/** Selects one of the branches that the account may see, or all of them. */
const BranchMenu = (menu: NearMenuProps) => {
  const { t } = useTranslation('shell');
  const choice = useBranchOptions(t('branch.all'));
  return (
    <Menu {...menu} label={t('branch.label')}>
      <MenuRadioGroup {...choice} />
    </Menu>
  );
};

export default BranchMenu;
