import { Menu as MenuIcon, PanelLeft, Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { type LiveState, useLiveState } from '../lib/server/live-events.ts';
import { useNetworkState } from '../lib/server/network-state.ts';
import { queryClient } from '../lib/server/query-cache.ts';
import { type BadgeVariant, cx, IconButton, Kbd, StatusDot, Tooltip } from '../ui/index.ts';
import { LanguageMenu, LookMenu } from './appearance-menus.tsx';
import { BranchSwitcher } from './branch-switcher.tsx';
import { SectionTabs } from './lazy-section-tabs.tsx';
import { showPanel } from './panels.ts';
import { ProfileMenu } from './profile-menu.tsx';
import { formatCommandKeys } from './shortcut-keys.ts';

type TopBarProps = {
  menuOpen: boolean;
  onMenuOpen: (open: boolean) => void;
  onDrawer: () => void;
};

/** The bar above every page: the pages of its section, search, branch and the user's menus. */
export const TopBar = ({ menuOpen, onMenuOpen, onDrawer }: TopBarProps) => {
  const { t } = useTranslation('shell');
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    // theme.css uses this height as scroll padding, so that the bar never covers a focused field
    const root = document.documentElement.style;
    root.setProperty('--bar-top', `${(bar.current?.offsetHeight ?? 0) + 8}px`);
    return () => void root.removeProperty('--bar-top');
  }, []);
  return (
    <header
      ref={bar}
      className="sticky top-0 z-30 flex h-14 items-center gap-1 border-b border-line bg-surface px-2 sm:gap-1.5 lg:px-4 print:hidden"
    >
      <IconButton
        label={t('menu.open')}
        icon={<MenuIcon />}
        onClick={onDrawer}
        className="lg:hidden"
        data-tour="menu"
      />
      <IconButton
        label={t(menuOpen ? 'menu.collapse' : 'menu.expand')}
        icon={<PanelLeft className="rtl:-scale-x-100" />}
        aria-expanded={menuOpen}
        onClick={() => onMenuOpen(!menuOpen)}
        className="max-lg:hidden"
        data-tour="menu"
      />
      <SectionTabs className="h-full min-w-0 flex-1 max-lg:invisible" />
      <SearchButton />
      <LiveDot />
      <BranchSwitcher />
      <LanguageMenu />
      <LookMenu />
      <ProfileMenu />
    </header>
  );
};

const SearchButton = () => {
  const { t } = useTranslation('shell');
  const open = () => showPanel('palette');
  return (
    <>
      <IconButton label={t('search')} icon={<Search />} onClick={open} className="md:hidden" />
      <button
        type="button"
        onClick={open}
        className="flex h-control w-44 shrink-0 items-center gap-2 rounded-md border border-line bg-sunken px-2.5 text-base text-subtle hover:border-line-strong hover:text-ink max-md:hidden xl:w-64"
      >
        <Search aria-hidden="true" className="size-4" />
        <span className="flex-1 text-start">{t('search')}</span>
        <Kbd keys={formatCommandKeys('K')} />
      </button>
    </>
  );
};

const dots: Record<LiveState, BadgeVariant> = { live: 'success', stale: 'warning', off: 'secondary' };

/** Shows whether the page receives live updates; a click reloads the data. */
const LiveDot = () => {
  const { t } = useTranslation('shell');
  const heard = useLiveState();
  const live = useNetworkState() === 'lost' ? 'stale' : heard;
  return (
    <Tooltip text={t(`live.${live}_text`)} side="bottom">
      <button
        type="button"
        onClick={() => void queryClient.invalidateQueries()}
        className={cx(
          'grid size-control shrink-0 place-items-center rounded-md',
          live !== 'stale' && 'max-sm:hidden',
        )}
      >
        <StatusDot variant={dots[live]}>
          <span className="sr-only">{t(`live.${live}`)}</span>
        </StatusDot>
      </button>
    </Tooltip>
  );
};
