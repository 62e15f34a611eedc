import { useEffect, useState } from 'react';
import { isolateBidi, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { CallFailure } from '../../../lib/server/call.ts';
import { Banner, Dialog, SkeletonRows } from '../../../ui/index.ts';
import { type HeldCart, listHeldCarts, takeHeldCart } from '../data/till-server.ts';
import { useOpenTill } from '../view/till-context.ts';

/** The carts that were put aside in the branch; one till gets each. */
export const TakeUpDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['till', 'kit', 'common']);
  const { moment, list } = useFormat();
  const till = useOpenTill();
  const { session, device } = till;
  const [carts, setCarts] = useState<readonly HeldCart[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [taking, setTaking] = useState<string | null>(null);
  useEffect(() => {
    listHeldCarts(till).then(setCarts, (error: unknown) => {
      setCarts([]);
      setFailure(error instanceof CallFailure ? error.message : String(error));
    });
  }, [till]);
  const take = async (cart: HeldCart) => {
    if (taking) return;
    setTaking(cart.uuid);
    try {
      const draft = await takeHeldCart(till, cart);
      session.set({ holds: Math.max(0, (carts?.length ?? 1) - 1) });
      if (draft) session.takeUp(draft);
      onClose();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setFailure(error.message);
      setTaking(null);
      setCarts(await listHeldCarts(till).catch(() => []));
    }
  };
  return (
    <Dialog
      open
      size="sm"
      title={t('till:take_up.title')}
      closeLabel={t('kit:close')}
      onOpenChange={(isOpen) => isOpen || onClose()}
    >
      {failure ? (
        <Banner tone="danger">
          <bdi>{failure}</bdi>
        </Banner>
      ) : null}
      {carts === null ? (
        <SkeletonRows rows={3} columns={2} label={t('common:state.loading')} />
      ) : carts.length === 0 ? (
        <p className="py-6 text-center text-muted">{t('till:take_up.empty')}</p>
      ) : (
        <ul className="grid gap-2 pt-2">
          {carts.map((cart) => (
            <li key={cart.uuid}>
              <button
                type="button"
                aria-busy={taking === cart.uuid || undefined}
                onClick={() => void take(cart)}
                className="grid min-h-14 w-full rounded-lg border border-line px-3 py-2 text-start hover:bg-hover"
              >
                <bdi className="font-medium text-ink">{cart.title}</bdi>
                <span className="text-sm text-muted">
                  {t('till:take_up.lines', { count: cart.draft?.lines.length ?? 0 })}
                  {' · '}
                  {cart.device_name === device.name ? null : <bdi>{cart.device_name} · </bdi>}
                  <bdi>{moment(cart.held_at)}</bdi>
                </span>
                <span className="truncate text-sm text-subtle">
                  {list(
                    (cart.draft?.lines ?? []).slice(0, 4).map((line) => isolateBidi(session.titleOf(line))),
                  )}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
};
