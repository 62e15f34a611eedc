import { CircleHelp, Keyboard, LogOut, UserRound } from 'lucide-react';
import { useOpenPage } from '../../lib/follow.ts';
import { Bdi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/server/session.ts';
import { showSuccessToast } from '../../lib/server/toast.ts';
import { Menu, MenuItem, MenuSeparator, type NearMenuProps } from '../../ui/index.ts';
import { showPanel } from '../panels.ts';

/** The menu of the signed-in user, with their own pages and Sign out. */
const AccountMenu = (menu: NearMenuProps) => {
  const { t } = useTranslation(['shell', 'shortcuts']);
  const { user, signOut } = useSession();
  const openPage = useOpenPage();
  if (!user) return null;
  const leave = () => {
    signOut();
    showSuccessToast(t('signed_out'));
  };
  const { build } = user;
  return (
    <Menu {...menu} label={t('profile.label')}>
      <div className="max-w-64 px-2 pt-1.5 pb-2">
        <p className="truncate font-medium text-ink">{user.name}</p>
        <p className="truncate text-sm text-subtle">
          {user.role?.title ?? <Bdi dir="ltr">{user.email ?? user.phone ?? ''}</Bdi>}
        </p>
      </div>
      <MenuSeparator />
      <MenuItem icon={<UserRound />} onSelect={() => openPage(paths.profile)}>
        {t('route.profile')}
      </MenuItem>
      <MenuItem icon={<Keyboard />} aside={<Bdi>?</Bdi>} onSelect={() => showPanel('shortcuts')}>
        {t('shortcuts:title')}
      </MenuItem>
      <MenuItem icon={<CircleHelp />} onSelect={() => showPanel('tour')}>
        {t('tour.restart')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={leave}>
        {t('sign_out')}
      </MenuItem>
      {build ? (
        <p className="border-t border-line px-2 pt-1.5 pb-1 text-xs text-subtle">
          <Bdi dir="ltr">{[build.version, build.commit, build.ip].filter(Boolean).join(' · ')}</Bdi>
        </p>
      ) : null}
    </Menu>
  );
};

export default AccountMenu;
