import { Suspense, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { isolateBidi } from '../../lib/bidi.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, toSafeRedirectPath } from '../../lib/paths.ts';
import { lazyChunk } from '../../lib/server/lazy-chunk.ts';
import { signIn, type User, useSessionState } from '../../lib/server/session.ts';
import { showSuccessToast } from '../../lib/server/toast.ts';
import { Banner, TabPanel, Tabs } from '../../ui/index.ts';
import { LanguageMenu, LookMenu } from '../appearance-menus.tsx';
import { useShopName } from '../shop.ts';
import { ShopMark } from '../shop-mark.tsx';
import { CodeForm } from './code-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { Scene } from './scene.tsx';

/**
 * Whether this is a demo: the server writes it into the page. The development server cannot, so in development the
 * endpoint is always called.
 */
const isDemo =
  import.meta.env.DEV || document.querySelector<HTMLMetaElement>('meta[name="demo"]')?.content === '1';

const DemoAccounts = lazyChunk(() => import('./demo-accounts.tsx'));

type Way = 'password' | 'code';
export type Credentials = { identity: string; password: string };

/** Sign-in by e-mail or phone with a password, or by a one-time code. */
const SignInPage = () => {
  const { t } = useTranslation(['auth', 'shell']);
  const session = useSessionState();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [way, setWay] = useState<Way>('password');
  const [filled, setFilled] = useState<Credentials>({ identity: '', password: '' });
  const name = useShopName();
  const next = toSafeRedirectPath(params.get('next'));

  if (session.phase === 'in') return <Navigate to={next} replace />;

  const enter = (result: { user: User; token: string }) => {
    signIn(result);
    showSuccessToast(t('welcome', { name: isolateBidi(result.user.name) }));
    void navigate(next, { replace: true });
  };
  const fill = (credentials: Credentials) => {
    setFilled(credentials);
    setWay('password');
  };

  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="flex min-w-0 flex-col">
        <header className="flex h-14 items-center justify-end gap-1 px-2 sm:px-4">
          <LanguageMenu />
          <LookMenu />
        </header>
        <main className="mx-auto flex w-full max-w-96 flex-1 flex-col justify-center px-4 pb-16">
          <ShopMark large />
          <h1 className="mt-5 text-2xl font-semibold text-ink">{t('title', { name: isolateBidi(name) })}</h1>
          <p className="mt-1 mb-5 text-base text-muted">{t('subtitle')}</p>
          {session.phase === 'out' && session.ended === 'rights_changed' ? (
            <Banner tone="info" className="mb-4">
              {t('rights_changed')}
            </Banner>
          ) : null}
          <Tabs
            value={way}
            onChange={setWay}
            label={t('ways')}
            tabs={[
              { value: 'password', label: t('way.password') },
              { value: 'code', label: t('way.code') },
            ]}
          >
            <TabPanel value="password" className="pt-4">
              <PasswordForm filled={filled} onSignedIn={enter} />
            </TabPanel>
            <TabPanel value="code" className="pt-4">
              <CodeForm onSignedIn={enter} />
            </TabPanel>
          </Tabs>
          {isDemo ? (
            <Suspense>
              <DemoAccounts onPick={fill} mailbox={paths.demoMailbox} />
            </Suspense>
          ) : null}
        </main>
      </div>
      <Scene />
    </div>
  );
};

export default SignInPage;
