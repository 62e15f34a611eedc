import { fromPrintedSale, toTillNumber } from '@dukkan/commerce';
import { useEffect, useRef } from 'react';
import { isolateBidi } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/index.ts';
import { useMachine, useOpenTill } from './till-context.ts';

/** Asks about a sale that was written down when the till went out: only the cashier knows whether it was paid. */
export const AskPaid = () => {
  const { t } = useTranslation('till');
  const { session, machine, device } = useOpenTill();
  const { sales, current } = useMachine();
  const sale =
    sales.find(({ uuid }) => uuid === current?.uuid) ?? sales.find(({ state }) => state === 'offered');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  if (!sale) return null;
  const due = fromPrintedSale(sale.body.printed)?.totals.due ?? 0n;
  const { branch_id, id: device_id, epoch } = device;
  const resolve = (is_paid: boolean) =>
    machine.tell({ kind: 'resolved', uuid: sale.uuid, is_paid, cashier_id: session.cashier.id });
  return (
    <div className="fixed inset-0 z-50 grid place-items-center bg-canvas p-4">
      <div
        ref={box}
        tabIndex={-1}
        role="alertdialog"
        aria-labelledby="ask-paid"
        aria-describedby="ask-paid-text"
        className="grid w-full max-w-md gap-4 rounded-xl border border-line bg-raised p-6 text-center shadow-lg outline-none"
      >
        <h2 id="ask-paid" className="text-2xl font-semibold text-ink">
          {t('asking.title', { amount: isolateBidi(session.money(due)) })}
        </h2>
        <p id="ask-paid-text" className="text-muted">
          {t('asking.text')}
        </p>
        <ul className="grid gap-1 rounded-lg bg-sunken p-3 text-start text-sm">
          {sale.body.cart.map((line, at) => (
            <li key={`line-${at.toString()}`} className="flex gap-2">
              <bdi className="tabular">{line.quantity} ×</bdi>
              <bdi>
                {session.titleOf({
                  item_id: 'item_id' in line ? line.item_id : null,
                  offer_id: 'offer_id' in line ? line.offer_id : null,
                })}
              </bdi>
            </li>
          ))}
          <li className="pt-1 text-subtle">
            <bdi dir="ltr">{toTillNumber({ branch_id, device_id, epoch, seq: sale.seq })}</bdi>
          </li>
        </ul>
        <div className="grid gap-2 sm:grid-cols-2">
          <Button size="lg" onClick={() => resolve(false)} className="h-14!">
            {t('asking.no')}
          </Button>
          <Button size="lg" variant="primary" onClick={() => resolve(true)} className="h-14!">
            {t('asking.yes')}
          </Button>
        </div>
      </div>
    </div>
  );
};
