import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { loadAndVerifySession, useSession, useSessionState } from '../../lib/server/session.ts';
import { useTitle } from '../../lib/title.ts';
import { Button, Spinner } from '../../ui/index.ts';
import type { Cashier } from './data/till-store.ts';
import { registerTillWorker } from './register-worker.ts';
import { type TillPhase, useTillPhase } from './use-till-phase.ts';
import { GatePage } from './view/gate-page.tsx';
import { PairPage } from './view/pair-page.tsx';
import { TillBoard } from './view/till-board.tsx';
import { TillContext } from './view/till-context.ts';

/** The permissions that open the till, as the route table says. */
const KEYS = ['seller', 'sessions'];

/** The till, on a page of its own: who sells, what it is paired as, and then the sale. */
export default function TillPage() {
  const state = useSessionState();
  const { canPass } = useSession();
  const { t } = useTranslation('till');
  useTitle(t('title'));
  useEffect(registerTillWorker, []);
  const user = state.phase === 'in' ? state.user : null;
  const isOffline = state.phase === 'loading' && state.failure?.network === true;
  const cashier: Cashier | null = user && {
    id: user.id,
    name: user.name,
    permissions: user.permissions,
  };
  const phase = useTillPhase({ cashier, isOffline });
  const { search } = useLocation();
  if (state.phase === 'out')
    return <Navigate to={withQuery(paths.login, { next: paths.till + search })} replace />;
  if (user?.must_change_password) return <Navigate to={paths.profilePassword} replace />;
  if (user && !canPass(KEYS))
    return <Navigate to={withQuery(paths.notFound, { from: paths.till, denied: 1 })} replace />;
  return <Phase of={phase} />;
}

const Phase = ({ of: phase }: { of: TillPhase }) => {
  const { t } = useTranslation(['till', 'common']);
  switch (phase.kind) {
    case 'checking':
      return (
        <main className="grid min-h-dvh place-items-center">
          <Spinner label={t('common:state.loading')} className="size-8" />
        </main>
      );
    case 'refused':
      return (
        <GatePage title={t(`till:refused.${phase.reason}`)} text={t(`till:refused.${phase.reason}_text`)} />
      );
    case 'locked':
      return (
        <GatePage title={t('till:locked.title')} text={t('till:locked.text')}>
          <Button size="lg" variant="primary" onClick={phase.again}>
            {t('common:action.retry')}
          </Button>
        </GatePage>
      );
    case 'unpaired':
      return <PairPage store={phase.store} onPaired={phase.again} />;
    case 'filling':
      return (
        <GatePage title={t('till:filling.title')} text={t('till:filling.text', { count: phase.items })}>
          <Spinner label={t('common:state.loading')} className="size-8" />
        </GatePage>
      );
    case 'failed':
      return (
        <GatePage title={t('till:failed.title')} text={phase.message}>
          <Button size="lg" variant="primary" onClick={phase.again}>
            {t('common:action.retry')}
          </Button>
          {phase.isUnpaired ? <Button onClick={phase.unpair}>{t('till:failed.pair')}</Button> : null}
        </GatePage>
      );
    case 'nobody':
      return (
        <GatePage title={t('till:nobody.title')} text={t('till:nobody.text')}>
          <Button size="lg" variant="primary" onClick={() => void loadAndVerifySession()}>
            {t('common:action.retry')}
          </Button>
        </GatePage>
      );
    case 'open':
      return (
        <TillContext value={phase.till}>
          <TillBoard />
        </TillContext>
      );
  }
};
