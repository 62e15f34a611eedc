import { fromPrintedSale, type StoredSale, tillLamp, toTillNumber } from '@dukkan/commerce';
import { Printer } from 'lucide-react';
import { isolateBidi, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { Badge, type BadgeVariant, Dialog, IconButton } from '../../../ui/index.ts';
import { useMachine, useOpenTill } from '../view/till-context.ts';

const LOOKS: Readonly<Record<StoredSale['state'] | 'kept', BadgeVariant>> = {
  offered: 'info',
  sold: 'warning',
  booked: 'success',
  voided: 'secondary',
  kept: 'danger',
};

/** The sales that this till still keeps: each with its number, its state and its paper. */
export const QueueDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['till', 'kit']);
  const { moment } = useFormat();
  const { session, device } = useOpenTill();
  const state = useMachine();
  const { lamp } = tillLamp(state);
  const { branch_id, id: device_id, epoch } = device;
  const sales = state.sales.toReversed();
  return (
    <Dialog
      open
      hearsScans
      title={t('till:queue.title')}
      description={t(`till:queue.text_${lamp}`)}
      closeLabel={t('kit:close')}
      onOpenChange={(isOpen) => isOpen || onClose()}
    >
      {sales.length === 0 ? (
        <p className="py-6 text-center text-muted">{t('till:queue.empty')}</p>
      ) : (
        <ul className="divide-y divide-line pt-2">
          {sales.map((sale) => {
            const badge = state.kept_letters.some(({ uuid }) => uuid === sale.uuid) ? 'kept' : sale.state;
            const due = fromPrintedSale(sale.body.printed)?.totals.due ?? 0n;
            const number = toTillNumber({ branch_id, device_id, epoch, seq: sale.seq });
            return (
              <li key={sale.uuid} className="flex items-center gap-3 py-2" data-sale={sale.state}>
                <div className="min-w-0 flex-1">
                  <bdi dir="ltr" className="block font-medium text-ink">
                    {number}
                  </bdi>
                  <span className="text-sm text-muted">{moment(sale.body.sold_at)}</span>
                </div>
                <bdi className="font-medium text-ink tabular">{session.money(due)}</bdi>
                <Badge variant={LOOKS[badge]}>{t(`till:queue.state.${badge}`)}</Badge>
                {sale.state === 'voided' ? (
                  <span className="size-9" />
                ) : (
                  <IconButton
                    label={t('till:queue.print', { number: isolateBidi(number) })}
                    icon={<Printer />}
                    onClick={() => session.paper.set({ sale, isCopy: true, isAsked: true, at: Date.now() })}
                  />
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Dialog>
  );
};
