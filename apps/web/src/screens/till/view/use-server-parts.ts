import { useEffect } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { CallFailure } from '../../../lib/server/call.ts';
import { isEmptyDraft } from '../data/draft.ts';
import { askCoupon, listHeldCarts, sendHolds } from '../data/till-server.ts';
import { takeNewVersion } from '../register-worker.ts';
import { useMachine, useOpenTill, useView } from './till-context.ts';

const CALM_MS = 250;

/** What a till does only with the server: coupons of a changed cart, carts put aside for other tills, pages of the office. */
export function useServerParts(): void {
  const { t } = useTranslation('till');
  const till = useOpenTill();
  const { session } = till;
  const coupon = useView(({ draft }) => draft.coupon);
  const isOpen = coupon !== null && coupon.amount === 0;
  const code = coupon?.code;
  const lines = useView(({ draft }) => draft.lines);
  useEffect(() => {
    if (!isOpen || code === undefined || lines.length === 0) return;
    const timer = setTimeout(() => {
      askCoupon(till, code).then(
        (applied) => {
          if (session.view.get().draft.lines === lines) session.change({ kind: 'coupon', coupon: applied });
        },
        (error: unknown) => {
          if (!(error instanceof CallFailure)) throw error;
          if (!error.network) session.change({ kind: 'coupon', coupon: null });
          session.say('bad', error.network ? t('coupon.needs_server') : error.message, 'unknown');
        },
      );
    }, CALM_MS);
    return () => clearTimeout(timer);
  }, [isOpen, code, lines, till, session, t]);
  useEffect(() => {
    const count = () =>
      listHeldCarts(till).then(
        (carts) => session.set({ holds: carts.length }),
        () => undefined,
      );
    session.onHold = () => void sendHolds(till).catch(() => undefined);
    session.openServerPage = (page) => {
      const path = page === 'return' ? paths.orderReturnNew : page;
      window.open(path, '_blank', 'noopener');
    };
    void count();
    const timer = setInterval(() => void count(), 30_000);
    return () => clearInterval(timer);
  }, [till, session]);
  // a new version is taken with an empty queue and between sales
  const isIdle = useView(({ draft, done }) => isEmptyDraft(draft) && done === null);
  const { status, sales } = useMachine();
  const isFree = isIdle && status === 'ready' && sales.length === 0;
  useEffect(() => {
    if (!isFree) return;
    takeNewVersion();
    const timer = setInterval(takeNewVersion, 10_000);
    return () => clearInterval(timer);
  }, [isFree]);
}
