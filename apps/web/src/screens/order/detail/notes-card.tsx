import { ORDER_ASSIGNS } from 'virtual:facts';
import { Repeat, SquarePen } from 'lucide-react';
import { useState } from 'react';
import { DayInput } from '../../../kit/dates/day-input.tsx';
import { FormDialog } from '../../../kit/index.ts';
import { useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { findMissingPart, formatLocalDateTime, parseLocalDateTime } from '../../../lib/local-date-time.ts';
import { api } from '../../../lib/server/api.ts';
import { useSession } from '../../../lib/server/session.ts';
import { useBranchZone } from '../../../lib/shop-zone.ts';
import { BranchTimeField } from '../../../shared/branch-time-field.tsx';
import {
  Banner,
  Button,
  Card,
  CardBody,
  CardHeader,
  Checkbox,
  Field,
  Input,
  NumberInput,
  Select,
  Textarea,
} from '../../../ui/index.ts';
import { UNITS } from '../make/draft.ts';
import { formatOrderNumber, type OrderDetails } from '../shared/order-status.tsx';
import { type OrderChange, useSaveOrder } from '../shared/use-save-order.ts';

/** The notes of an order, and whether it is repeated. */
export const NotesCard = ({ of }: { of: OrderDetails }) => {
  const { t } = useTranslation(['order', 'fields']);
  const { can } = useSession();
  const { number } = useFormat();
  const { dateTime } = useFormat(useBranchZone(of.branch_id));
  const [editing, setEditing] = useState(false);
  const isLate = of.status_value > DETAILS_UNTIL;
  // after the order is sent, drivers may still edit notes, and users who assign orders may still change the recurrence
  const mayEdit =
    can(api.order.save) &&
    (!isLate || !can(api.order.make) || can({ ...api.order.save, permission: ORDER_ASSIGNS }));
  const seriesText = of.next_for
    ? t('order:recurs.next', { at: dateTime(of.next_for) })
    : t(of.continued_by === null ? 'order:recurs.ended' : 'order:recurs.continued');
  return (
    <Card>
      <CardHeader
        title={t('fields:notes')}
        actions={
          mayEdit ? (
            <Button size="sm" icon={<SquarePen />} onClick={() => setEditing(true)}>
              {t('order:edit.details')}
            </Button>
          ) : null
        }
      />
      <CardBody className="grid gap-2">
        {of.notes ? (
          <bdi className="block whitespace-pre-wrap [overflow-wrap:anywhere]">{of.notes}</bdi>
        ) : (
          <p className="text-muted">{t('order:notes.none')}</p>
        )}
        {of.invoice_to ? (
          <p className="text-sm text-muted">
            {t('fields:invoice_to')}: <bdi>{of.invoice_to}</bdi>
          </p>
        ) : null}
        {of.recurrence ? (
          <p className="flex items-start gap-1.5 text-sm text-muted">
            <Repeat aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span>
              {t(`order:recurs.${of.recurrence.unit}`, {
                count: of.recurrence.every,
                shown: number(of.recurrence.every),
              })}
              {` ${seriesText}`}
            </span>
          </p>
        ) : null}
        {of.recur_failed ? <FailedRecurrence of={of} reason={of.recur_failed.message} /> : null}
      </CardBody>
      {editing ? <NotesDialog of={of} onClose={() => setEditing(false)} /> : null}
    </Card>
  );
};

/** Explains why the next order of a series could not be created, until a user has resolved it. */
const FailedRecurrence = ({ of, reason }: { of: OrderDetails; reason: string }) => {
  const { t } = useTranslation('order');
  const { can } = useSession();
  const save = useSaveOrder();
  return (
    <Banner
      tone="warning"
      actions={
        can(api.order.make) ? (
          <Button
            size="sm"
            loading={save.busy}
            onClick={() => void save.save(of, { recur_failed: null }, 'saved')}
          >
            {t('recurs.seen')}
          </Button>
        ) : null
      }
    >
      {t('recurs.failed', { reason })}
    </Banner>
  );
};

/** The last status value at which the printed details may change; later the order is on its way. */
const DETAILS_UNTIL = 3;

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

const NotesDialog = ({ of, onClose }: { of: OrderDetails; onClose: () => void }) => {
  const { t } = useTranslation(['order', 'fields', 'kit']);
  const { can } = useSession();
  // drivers edit notes, sellers also what the invoice says, and users who assign orders also the recurrence
  const isLate = of.status_value > DETAILS_UNTIL;
  const writes = !isLate || !can(api.order.make);
  const sells = can(api.order.make) && !isLate;
  const plans = can({ ...api.order.save, permission: ORDER_ASSIGNS });
  const [notes, setNotes] = useState(of.notes ?? '');
  const [name, setName] = useState(of.client_name ?? '');
  const [phone, setPhone] = useState(of.client_phone ?? '');
  const [invoice, setInvoice] = useState(of.invoice_to ?? '');
  const zone = useBranchZone(of.branch_id);
  const [preferred, setPreferred] = useState(formatLocalDateTime(of.preferred_at, zone));
  const [recurs, setRecurs] = useState(of.recurring === 1);
  const [every, setEvery] = useState(String(of.recurrence?.every ?? 1));
  const [unit, setUnit] = useState<(typeof UNITS)[number]>(of.recurrence?.unit ?? 'week');
  const [until, setUntil] = useState(of.recurrence?.until ?? '');
  const save = useSaveOrder({ onSaved: onClose, onRefused: ({ errors }) => Object.keys(errors).length > 0 });
  const error = (name: string) => save.failure?.errors[name]?.[0];
  const submit = () => {
    if (findMissingPart(preferred) !== null) return;
    const part: OrderChange = {};
    if (notes !== (of.notes ?? '')) part.notes = orNull(notes);
    const client = {
      ...(sells && name !== (of.client_name ?? '') ? { name: orNull(name) } : {}),
      ...(sells && phone !== (of.client_phone ?? '') ? { phone: orNull(phone) } : {}),
    };
    if (Object.keys(client).length > 0) part.client = client;
    if (sells && invoice !== (of.invoice_to ?? '')) part.invoice_to = orNull(invoice);
    if (sells && preferred !== formatLocalDateTime(of.preferred_at, zone))
      part.preferred_at = parseLocalDateTime(preferred, zone);
    const recurrence = { every: Number(every), unit, until: orNull(until) };
    const before = of.recurrence && {
      every: of.recurrence.every,
      unit: of.recurrence.unit,
      until: of.recurrence.until,
    };
    if (plans && !recurs && of.recurring === 1) part.recurring = 0;
    if (plans && recurs && JSON.stringify(recurrence) !== JSON.stringify(before)) {
      part.recurring = 1;
      part.recurrence = recurrence;
    }
    return Object.keys(part).length === 0 ? onClose() : save.save(of, part, 'saved');
  };
  return (
    <FormDialog
      title={t('order:edit.details_title', { number: formatOrderNumber(of) })}
      action={t('kit:form.save')}
      busy={save.busy}
      onSubmit={submit}
      onClose={onClose}
    >
      {isLate ? <p className="text-muted">{t('order:edit.details_late')}</p> : null}
      {writes ? (
        <Field label={t('fields:notes')} error={error('notes')}>
          <Textarea dir="auto" rows={3} value={notes} onChange={(event) => setNotes(event.target.value)} />
        </Field>
      ) : null}
      {sells ? (
        <>
          <div className="grid items-start gap-3 sm:grid-cols-2">
            <Field label={t('fields:client_name')} error={error('client.name')}>
              <Input
                dir="auto"
                autoComplete="off"
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            </Field>
            <Field label={t('fields:client_phone')} error={error('client.phone')}>
              <Input
                dir="ltr"
                type="tel"
                autoComplete="off"
                value={phone}
                onChange={(event) => setPhone(event.target.value)}
              />
            </Field>
          </div>
          <Field label={t('fields:invoice_to')} error={error('invoice_to')}>
            <Input dir="auto" value={invoice} onChange={(event) => setInvoice(event.target.value)} />
          </Field>
          <BranchTimeField
            label={t(`order:make.where.time.${of.type}`)}
            error={error('preferred_at')}
            value={preferred}
            onChange={setPreferred}
            zone={zone}
          />
        </>
      ) : null}
      {plans ? (
        <Checkbox
          checked={recurs}
          onChange={setRecurs}
          label={t('order:make.recurring')}
          hint={t('order:make.recurring_hint')}
        />
      ) : null}
      {plans && recurs ? (
        <div className="grid grid-cols-2 items-start gap-3">
          <Field label={t('fields:every')} error={error('recurrence.every')}>
            <NumberInput whole value={every} onChange={setEvery} />
          </Field>
          <Field label={t('fields:unit')}>
            <Select
              value={unit}
              onChange={setUnit}
              options={UNITS.map((value) => ({ value, label: t(`order:make.unit.${value}`) }))}
            />
          </Field>
          <Field label={t('fields:until')} error={error('recurrence.until')}>
            <DayInput value={until} onChange={setUntil} />
          </Field>
        </div>
      ) : null}
    </FormDialog>
  );
};
