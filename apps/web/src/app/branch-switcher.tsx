import { Store } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { BRANCH_KEY, chooseBranch, useBranch } from '../lib/branch.ts';
import { useTranslation } from '../lib/i18n.ts';
import { withQuery } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { Button, Menu, MenuChoice } from '../ui/index.ts';

const ALL = 'all';

/**
 * Narrows every list to one branch; the choice stands in the address. Someone of one branch sees its name, and
 * has nothing to switch.
 */
export const BranchSwitcher = () => {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  const chosen = useBranch();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const branches = user?.branches ?? [];
  if (branches.length === 0) return null;
  const only = branches.length === 1 && !user?.all_branches ? branches[0] : undefined;
  const name = only?.name ?? branches.find(({ id }) => id === chosen)?.name ?? t('branch.all');
  if (only) {
    return (
      <span className="flex items-center gap-2 truncate px-2 text-base text-muted max-md:hidden">
        <Store aria-hidden="true" className="size-4 shrink-0" />
        <span className="max-w-40 truncate">{name}</span>
      </span>
    );
  }
  const choose = (value: string) => {
    const id = value === ALL ? null : Number(value);
    chooseBranch(id);
    // another branch has other pages
    void navigate(withQuery(pathname + search + hash, { [BRANCH_KEY]: id, page: null }));
  };
  return (
    <Menu
      label={t('branch.label')}
      trigger={
        <Button
          variant="ghost"
          icon={<Store />}
          aria-label={`${t('branch.label')}: ${name}`}
          className="max-md:w-control max-md:px-0!"
          data-tour="branch"
        >
          <span className="max-w-40 truncate max-md:hidden">{name}</span>
        </Button>
      }
    >
      <MenuChoice
        value={chosen === null ? ALL : String(chosen)}
        onChange={choose}
        options={[
          { value: ALL, label: t('branch.all') },
          ...branches.map((branch) => ({ value: String(branch.id), label: branch.name })),
        ]}
      />
    </Menu>
  );
};
