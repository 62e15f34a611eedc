import { Store } from 'lucide-react';
import { useTranslation } from '../lib/i18n.ts';
import { useBranch } from '../lib/server/current-branch.ts';
import { lazyChunk } from '../lib/server/lazy-chunk.ts';
import { useSession } from '../lib/server/session.ts';
import { Button, LazyMenu } from '../ui/index.ts';

const loadMenu = () => import('./menus/branch-menu.tsx');
const MenuPart = lazyChunk(loadMenu);

/** Limits every list to one branch; the selection is in the URL. A user with one branch only sees its name. */
export const BranchSwitcher = () => {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  const chosen = useBranch();
  const branches = user?.branches ?? [];
  if (branches.length === 0) return null;
  const only = branches.length === 1 && !user?.all_branches ? branches[0] : undefined;
  if (only) {
    return (
      <span className="flex items-center gap-2 px-2 text-base text-muted max-md:hidden">
        <Store aria-hidden="true" className="size-4 shrink-0" />
        <span className="max-w-40 truncate">{only.name}</span>
      </span>
    );
  }
  const name = branches.find(({ id }) => id === chosen)?.name ?? t('branch.all');
  return (
    <LazyMenu
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
      menu={(near) => <MenuPart {...near} />}
      load={loadMenu}
    />
  );
};
