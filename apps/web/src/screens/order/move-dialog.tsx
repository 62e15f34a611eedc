import { useId, useState } from 'react';
import { isolate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { ConfirmDialog, Field, Textarea } from '../../ui/index.ts';
import { DriverPicker } from './driver-picker.tsx';
import { numberOf, type Order, type Row } from './status.tsx';
import { type Next, useSave } from './use-save.ts';

/** What has to be asked before an order is moved. */
export type Asked = 'cancel' | 'force' | 'driver' | 'missed';

/** A move that can be done with one press asks nothing. */
export function askedFor(row: Pick<Row, 'status_value'>, next: Next): Asked | null {
  if (next.force) return 'force';
  if (next.status_value === -1) return 'cancel';
  if (next.needs === 'driver') return 'driver';
  // beside its own state: it could not be handed over
  return next.status_value === row.status_value ? 'missed' : null;
}

/** Which consequence a move has that is not its aim (decisions 3.3). */
function consequenceOf(
  { status_value: from }: Pick<Row, 'status_value'>,
  { status_value: to }: Next,
): string {
  if (to === -1) return from >= 2 ? 'cancel_sent' : 'cancel_open';
  if (from === -1) return 'reopen';
  if (to < from) return from >= 2 && to < 2 ? 'back_to_shelf' : 'back';
  return 'missed';
}

type MoveDialogProps = {
  row: Pick<Row, 'id' | 'version' | 'branch_id' | 'status_value' | 'driver_id' | 'paid_amount'>;
  next: Next;
  onClose: () => void;
  onSaved?: (order: Order) => void;
};

/** Asks what a move needs: a reason, a driver, or that its consequence is meant. */
export const MoveDialog = ({ row, next, onClose, onSaved }: MoveDialogProps) => {
  const { t } = useTranslation(['order', 'kit']);
  const id = useId();
  const asked = askedFor(row, next) ?? 'missed';
  const [notes, setNotes] = useState('');
  const [driver, setDriver] = useState<number | null>(row.driver_id);
  const [tried, setTried] = useState(false);
  const save = useSave({
    onSaved: (order) => {
      onClose();
      onSaved?.(order);
    },
  });
  const needsReason = asked === 'cancel' || asked === 'missed';
  const lacks = (needsReason && notes.trim() === '') || (asked === 'driver' && driver === null);
  const submit = () => {
    setTried(true);
    if (lacks) return;
    void save.insist(
      row,
      {
        status_id: next.status_id,
        ...(notes.trim() ? { move_notes: notes.trim() } : {}),
        ...(asked === 'driver' ? { driver_id: driver } : {}),
        ...(asked === 'force' ? { force: true } : {}),
      },
      'moved',
    );
  };
  const consequence = consequenceOf(row, next);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t(`order:ask.${asked}`, { number: isolate(numberOf(row)), status: isolate(next.title) })}
      text={asked === 'driver' ? t('order:then.driver') : t(`order:then.${consequence}`)}
      confirmLabel={t(`order:verb.${asked}`, { status: next.title })}
      cancelLabel={t('kit:cancel')}
      danger={asked === 'cancel' || asked === 'force'}
      loading={save.busy}
      onConfirm={submit}
    >
      <div className="grid gap-4">
        {next.status_value === -1 && row.paid_amount > 0 ? (
          <p className="text-muted">{t('order:then.money')}</p>
        ) : null}
        {asked === 'driver' ? (
          <DriverPicker
            branchId={row.branch_id}
            value={driver}
            onPick={setDriver}
            hint={tried && lacks ? t('order:driver.needed') : undefined}
          />
        ) : (
          <Field
            id={id}
            label={t('order:reason')}
            required={needsReason}
            error={tried && lacks ? t('order:reason_needed') : undefined}
          >
            <Textarea dir="auto" rows={2} value={notes} onChange={(event) => setNotes(event.target.value)} />
          </Field>
        )}
      </div>
    </ConfirmDialog>
  );
};
