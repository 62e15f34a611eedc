import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useTranslation } from '../lib/i18n.ts';
import { paths } from '../lib/paths.ts';
import { probeServer } from '../lib/server/call.ts';
import { useNetworkState } from '../lib/server/network-state.ts';
import { queryClient } from '../lib/server/query-cache.ts';
import { currentSession, loadAndVerifySession } from '../lib/server/session.ts';
import { closeToast, showDangerToast } from '../lib/server/toast.ts';
import { Banner, Button } from '../ui/index.ts';

const TOAST = 'network';
// the toast disappears after 5 s; the banner stays
const TOAST_MS = 5_000;
const FIRST_PROBE = 2_000;
const LONGEST_PROBE = 15_000;

/**
 * Shows one toast and one banner for an outage, however many requests failed. During the outage the server is probed
 * with growing pauses; when it answers, both disappear and the failed requests are sent again. The page of a till goes on
 * without the server, and its lamp says so.
 */
export const NetworkBanner = () => {
  const isQuiet = useLocation().pathname === paths.till;
  const { t } = useTranslation(['shell', 'common']);
  const lost = useNetworkState() === 'lost';
  const [probing, setProbing] = useState(false);

  useEffect(() => {
    if (!lost) return;
    if (!isQuiet) showDangerToast(t('common:failure.network'), { id: TOAST, duration: TOAST_MS });
    let pause = FIRST_PROBE;
    let timer: ReturnType<typeof setTimeout>;
    const probe = () => {
      void probeServer();
      pause = Math.min(pause * 1.6, LONGEST_PROBE);
      timer = setTimeout(probe, pause);
    };
    timer = setTimeout(probe, pause);
    addEventListener('online', probe);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', probe);
      closeToast(TOAST);
      // runs when the server is reachable again, or on unmount: repeats the reads that failed
      void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
      if (currentSession().phase === 'loading') void loadAndVerifySession();
    };
  }, [lost, t, isQuiet]);

  if (!lost || isQuiet) return null;
  const retry = async () => {
    setProbing(true);
    await probeServer();
    setProbing(false);
  };
  return (
    <Banner
      tone="warning"
      // on a wide page the text starts beside the area of the toasts
      className="sticky top-0 z-40 rounded-none lg:ps-104 print:hidden"
      actions={
        <Button size="sm" loading={probing} onClick={() => void retry()}>
          {t('common:action.retry')}
        </Button>
      }
    >
      {t('network.banner')}
    </Banner>
  );
};
