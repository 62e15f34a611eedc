import { useTranslation } from '../lib/i18n.ts';
import { lazyChunk } from '../lib/server/lazy-chunk.ts';
import { useSession } from '../lib/server/session.ts';
import { Avatar, LazyMenu } from '../ui/index.ts';

const loadMenu = () => import('./menus/account-menu.tsx');
const MenuPart = lazyChunk(loadMenu);

/** The name and picture of the signed-in user; the button of the account menu. */
export const ProfileMenu = () => {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  if (!user) return null;
  return (
    <LazyMenu
      trigger={
        <button
          type="button"
          data-tour="profile"
          className="grid size-control shrink-0 place-items-center rounded-full"
        >
          <Avatar name={user.name} src={user.avatar_url} />
          <span className="sr-only">
            {t('profile.label')}: {user.name}
          </span>
        </button>
      }
      menu={(near) => <MenuPart {...near} />}
      load={loadMenu}
    />
  );
};
