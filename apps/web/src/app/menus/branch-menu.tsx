import { useLocation, useNavigate } from 'react-router-dom';
import { useTranslation } from '../../lib/i18n.ts';
import { withQuery } from '../../lib/paths.ts';
import { BRANCH_KEY, chooseBranch, useBranch } from '../../lib/server/current-branch.ts';
import { useSession } from '../../lib/server/session.ts';
import { Menu, MenuRadioGroup } from '../../ui/index.ts';
import type { NearMenuProps } from '../lazy-menu.tsx';

const ALL = 'all';

/** The branches that this account sees, and all of them at once. */
const BranchMenu = (menu: NearMenuProps) => {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  const chosen = useBranch();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const choose = (value: string) => {
    const id = value === ALL ? null : Number(value);
    chooseBranch(id);
    // another branch has other pages
    void navigate(withQuery(pathname + search + hash, { [BRANCH_KEY]: id, page: null }));
  };
  return (
    <Menu {...menu} label={t('branch.label')}>
      <MenuRadioGroup
        value={chosen === null ? ALL : String(chosen)}
        onChange={choose}
        options={[
          { value: ALL, label: t('branch.all') },
          ...(user?.branches ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
    </Menu>
  );
};

export default BranchMenu;
