import { Suspense, useEffect, useRef, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate, useNavigation } from 'react-router-dom';
import { loadTexts, useTranslation } from '../lib/i18n.ts';
import { runWhenIdle } from '../lib/idle.ts';
import { paths, withQuery } from '../lib/paths.ts';
import { lazyChunk } from '../lib/server/lazy-chunk.ts';
import { startLiveEvents } from '../lib/server/live-events.ts';
import { loadAndVerifySession, useSessionState } from '../lib/server/session.ts';
import { Button, EmptyState, PageToolsContext, Spinner } from '../ui/index.ts';
import { setAppearancePreference, useAppearance } from './appearance.ts';
import { GlobalOverlays } from './global-overlays.tsx';
import { useGuidedStep } from './home/guided-step.ts';
import { SectionTabs } from './lazy-section-tabs.tsx';
import { SideMenu } from './menu.tsx';
import { TopBar } from './top-bar.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';

/**
 * The layout of every page except the public ones. It waits until the user is loaded; a visitor who is not signed in
 * goes to the sign-in page and returns here afterwards.
 */
export const AppLayout = () => {
  const session = useSessionState();
  const { pathname, search, hash } = useLocation();
  if (session.phase === 'out') {
    const next = session.ended === 'signed_out' ? null : pathname + search + hash;
    const to = session.ended === 'refused' ? paths.unauthorized : paths.login;
    return <RedirectTo to={withQuery(to, { next: next === paths.home ? null : next })} />;
  }
  if (session.phase === 'loading') return <LoadingLayout failed={session.failure !== null} />;
  if (session.user.must_change_password && pathname !== paths.profile) {
    return <Navigate to={paths.profilePassword} replace />;
  }
  return <Layout />;
};

/** Navigates to another page, and tries again if another navigation interrupts it, because nothing is rendered here. */
const RedirectTo = ({ to }: { to: string }) => {
  const navigate = useNavigate();
  const { state } = useNavigation();
  useEffect(() => {
    if (state === 'idle') void navigate(to, { replace: true });
  }, [state, to, navigate]);
  return null;
};

const LoadingLayout = ({ failed }: { failed: boolean }) => {
  const { t } = useTranslation('shell');
  return (
    <main className="grid min-h-dvh place-items-center">
      {failed ? (
        <EmptyState
          title={t('waiting.failed')}
          text={t('common:failure.network')}
          actions={<Button onClick={() => void loadAndVerifySession()}>{t('common:action.retry')}</Button>}
        />
      ) : (
        <span className="animate-late">
          <Spinner label={t('common:state.loading')} className="size-7" />
        </span>
      )}
    </main>
  );
};

const MAIN = 'main';
const NextStep = lazyChunk(() => import('./home/next-step.tsx'));
const MenuDrawer = lazyChunk(() => import('./menu-drawer.tsx'));
const PageTools = lazyChunk(() => import('./page-tools.tsx'));

/**
 * Loads the code and texts that nearly every next page uses; a failure is ignored, because that page loads them again
 * and reports it.
 */
const readyLists = () =>
  void Promise.all([import('../kit/index.ts'), loadTexts(['kit', 'fields'])]).catch(() => undefined);

/** A public page that shows the menu to signed-in users. */
export const OptionalLayout = () => {
  const session = useSessionState();
  if (session.phase === 'loading') return <LoadingLayout failed={session.failure !== null} />;
  return session.phase === 'in' && !session.user.must_change_password ? <Layout /> : <Outlet />;
};

const PAGE_TOOLS = (
  <Suspense>
    <PageTools />
  </Suspense>
);

const Layout = () => {
  const { t } = useTranslation('shell');
  const { menu } = useAppearance();
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [drawerUsed, setDrawerUsed] = useState(false);
  const main = useRef<HTMLElement>(null);
  const guided = useGuidedStep() !== null;
  useEffect(startLiveEvents, []);
  useEffect(() => runWhenIdle(readyLists), []);
  useFocusOnNavigation(main);

  const collapsed = menu === 'collapsed';
  return (
    <div className="flex min-h-dvh">
      <a
        href={`#${MAIN}`}
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
        className="fixed start-3 top-2 z-60 -translate-y-20 rounded-md bg-primary-solid px-3 py-2 text-on-solid focus:translate-y-0 print:hidden"
      >
        {t('skip')}
      </a>
      <SideMenu collapsed={collapsed} />
      <Suspense>{drawerUsed ? <MenuDrawer open={drawerOpen} onOpenChange={setDrawerOpen} /> : null}</Suspense>
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar
          menuOpen={!collapsed}
          onMenuOpen={(open) => setAppearancePreference({ menu: open ? 'open' : 'collapsed' })}
          onDrawer={() => {
            setDrawerUsed(true);
            setDrawerOpen(true);
          }}
        />
        <SectionTabs
          isRow
          className="h-11 min-w-0 border-b border-line bg-surface px-2 lg:hidden print:hidden"
        />
        <main
          ref={main}
          id={MAIN}
          tabIndex={-1}
          className="relative mx-auto w-full max-w-[90rem] flex-1 p-4 pt-3 outline-none lg:px-6 lg:py-4 print:p-0"
        >
          {guided ? (
            <Suspense>
              <NextStep />
            </Suspense>
          ) : null}
          <PageToolsContext value={PAGE_TOOLS}>
            <Outlet />
          </PageToolsContext>
        </main>
      </div>
      <GlobalOverlays />
    </div>
  );
};
