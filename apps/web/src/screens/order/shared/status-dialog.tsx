import { CANCELED } from '@dukkan/commerce';
import { useId, useState } from 'react';
import { FinalWords } from '../../../kit/index.ts';
import { isolateBidi, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { Banner, ConfirmDialog, Field, RadioGroup, Textarea } from '../../../ui/index.ts';
import { useCashOnDelivery } from './cash-on-delivery.ts';
import { DriverPicker } from './driver-picker.tsx';
import { formatOrderNumber, type OrderDetails, type OrderRow } from './order-status.tsx';
import { type NextStatus, useSaveOrder } from './use-save-order.ts';

/** What must be confirmed or entered before a status change. */
export type MoveConfirmation = 'cancel' | 'force' | 'driver' | 'missed' | 'delivered';

/** The new status, with the fields that decide what the user has to confirm. */
export type StatusChange = Omit<NextStatus, 'variant'>;

/**
 * Returns whether a change to delivered has an amount due: its cash may be collected now, and this cannot be undone.
 */
const hasOpenAmount = (
  { status_value: from, open_amount }: Pick<OrderRow, 'status_value' | 'open_amount'>,
  { status_value: to }: Pick<StatusChange, 'status_value'>,
): boolean => to === 5 && from !== 5 && open_amount > 0;

/** Returns what the user must confirm or enter before a status change; null when nothing is needed. */
export function getRequiredConfirmation(
  row: Pick<OrderRow, 'status_value' | 'open_amount'>,
  next: Pick<StatusChange, 'status_value' | 'needs' | 'force'>,
): MoveConfirmation | null {
  if (next.force) return 'force';
  if (next.status_value === CANCELED) return 'cancel';
  if (next.needs === 'driver') return 'driver';
  if (hasOpenAmount(row, next)) return 'delivered';
  // the status keeps its value when a delivery was missed
  return next.status_value === row.status_value ? 'missed' : null;
}

/** Returns the side effect of a status change that the dialog must mention. */
function getConsequenceKey(
  { status_value: from }: Pick<OrderRow, 'status_value'>,
  { status_value: to }: Pick<StatusChange, 'status_value'>,
): string {
  if (to === -1) return from >= 2 ? 'cancel_sent' : 'cancel_open';
  if (from === -1) return 'reopen';
  if (to < from) return from >= 2 && to < 2 ? 'back_to_shelf' : 'back';
  return 'missed';
}

/** Whether a cancellation applies to this order or to the whole series. */
const SERIES = ['this', 'all'] as const;

type MoveDialogProps = {
  row: Pick<
    OrderRow,
    | 'id'
    | 'version'
    | 'status_id'
    | 'branch_id'
    | 'status_value'
    | 'driver_id'
    | 'paid_amount'
    | 'open_amount'
    | 'currency'
    | 'recurring'
  >;
  next: StatusChange;
  onClose: () => void;
  onSaved?: (order: OrderDetails) => void;
};

/** Asks for what a status change needs: a reason, a driver, a confirmation, or that the money was received. */
export const OrderStatusDialog = ({ row, next, onClose, onSaved }: MoveDialogProps) => {
  const { t } = useTranslation(['order', 'kit']);
  const id = useId();
  // fixed when the dialog opens, because the order may change before it is closed
  const [confirmation] = useState(() => getRequiredConfirmation(row, next) ?? 'missed');
  const [isOwed] = useState(() => hasOpenAmount(row, next));
  const [notes, setNotes] = useState('');
  const [driver, setDriver] = useState<number | null>(row.driver_id);
  const [tried, setTried] = useState(false);
  const asksSeries = next.status_value === CANCELED && row.recurring === 1;
  const [series, setSeries] = useState<'this' | 'all'>('this');
  const { door, isReading } = useCashOnDelivery(row, isOwed);
  const { money } = useFormat();
  const save = useSaveOrder({
    onSaved: (order) => {
      onClose();
      onSaved?.(order);
    },
    onRefused: ({ errors }) => errors.move_notes !== undefined,
  });
  const needsReason = confirmation === 'cancel' || confirmation === 'missed';
  const lacks = (needsReason && notes.trim() === '') || (confirmation === 'driver' && driver === null);
  const submit = () => {
    setTried(true);
    if (lacks) return;
    void save.insist(
      row,
      {
        status_id: next.status_id,
        ...(notes.trim() ? { move_notes: notes.trim() } : {}),
        ...(confirmation === 'driver' ? { driver_id: driver } : {}),
        ...(confirmation === 'force' ? { force: true } : {}),
        ...(asksSeries ? { series } : {}),
      },
      'moved',
    );
  };
  const consequence = getConsequenceKey(row, next);
  const amount = door && isolateBidi(money(door.amount, row.currency));
  // a driver who is only being selected has no name yet
  const holder = confirmation === 'driver' && door?.takes === 'branch' ? 'carrier' : door?.takes;
  const handedOver = door?.amount ? (
    <FinalWords>{t(`order:then.cash_${holder}`, { amount, name: isolateBidi(door.name) })}</FinalWords>
  ) : (
    t('order:mine.then')
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t(confirmation === 'delivered' ? 'order:mine.ask' : `order:ask.${confirmation}`, {
        number: isolateBidi(formatOrderNumber(row)),
        status: isolateBidi(next.title),
      })}
      text={
        confirmation === 'delivered'
          ? handedOver
          : t(`order:then.${confirmation === 'driver' ? 'driver' : consequence}`)
      }
      confirmLabel={
        confirmation !== 'delivered'
          ? t(`order:verb.${confirmation}`, { status: next.title })
          : door === null || door.takes === 'nothing'
            ? t('order:mine.delivered')
            : t('order:mine.took', { amount })
      }
      // a second button 'Cancel' beside the one that cancels the order would be ambiguous
      cancelLabel={t(confirmation === 'cancel' ? 'order:keep' : 'kit:cancel')}
      danger={confirmation === 'cancel' || confirmation === 'force'}
      loading={save.busy || isReading}
      onConfirm={submit}
    >
      <div className="grid gap-4 empty:hidden">
        {next.status_value === CANCELED && row.paid_amount > 0 ? (
          <p className="text-muted">{t('order:then.money')}</p>
        ) : null}
        {asksSeries ? (
          <RadioGroup
            aria-label={t('order:series.ask')}
            value={series}
            onChange={setSeries}
            options={SERIES.map((value) => ({
              value,
              label: t(`order:series.${value}`),
              hint: t(`order:series.${value}_hint`),
            }))}
          />
        ) : null}
        {confirmation === 'driver' && door ? <p className="text-muted">{handedOver}</p> : null}
        {confirmation === 'driver' ? (
          <DriverPicker
            branchId={row.branch_id}
            value={driver}
            onPick={setDriver}
            error={tried && lacks ? t('order:driver.needed') : undefined}
          />
        ) : confirmation === 'delivered' ? null : (
          <Field
            id={id}
            label={t('order:reason')}
            required={needsReason}
            error={tried && lacks ? t('order:reason_needed') : save.failure?.errors.move_notes?.[0]}
          >
            <Textarea dir="auto" rows={2} value={notes} onChange={(event) => setNotes(event.target.value)} />
          </Field>
        )}
        {save.isWaiting ? <Banner tone="warning">{t('order:mine.offline')}</Banner> : null}
      </div>
    </ConfirmDialog>
  );
};
