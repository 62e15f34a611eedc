import { ORDER_ASSIGNS } from 'virtual:facts';
import { useState } from 'react';
import { DayInput } from '../../../kit/dates/day-input.tsx';
import { RefPicker } from '../../../kit/index.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { api } from '../../../lib/server/api.ts';
import { useSession } from '../../../lib/server/session.ts';
import {
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
import { UNITS } from './draft.ts';
import type { OrderDraft } from './use-order-draft.ts';

/** The fields without effect on the price: notes, invoice name, recurrence, driver and seller. */
export const OrderExtrasCard = ({ making }: { making: OrderDraft }) => {
  const { t } = useTranslation(['order', 'fields']);
  const { can } = useSession();
  const { draft, set, errorOf, branch_id } = making;
  // only people who work in the order's branch, once it is known
  const people = { status: 1, ...(branch_id === null ? {} : { works_at: branch_id }) };
  const [isBilled, bill] = useState(draft.invoice_to !== '');
  return (
    <Card>
      <CardHeader title={t('order:make.beside')} />
      <CardBody className="grid gap-4">
        <Field label={t('fields:notes')} error={errorOf('notes')}>
          <Textarea
            dir="auto"
            rows={2}
            value={draft.notes}
            onChange={(event) => set({ notes: event.target.value })}
          />
        </Field>
        {isBilled ? (
          <Field label={t('fields:invoice_to')} error={errorOf('invoice_to')}>
            <Input
              dir="auto"
              value={draft.invoice_to}
              onChange={(event) => set({ invoice_to: event.target.value })}
            />
          </Field>
        ) : (
          <Checkbox checked={false} onChange={() => bill(true)} label={t('order:make.invoice_to')} />
        )}
        <RecurrenceFields making={making} />
        {can({ ...api.order.make, permission: ORDER_ASSIGNS }) ? (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t('fields:driver_id')} error={errorOf('driver_id')}>
              <RefPicker
                to="driver"
                fixed={people}
                value={draft.driver_id}
                onChange={(driver_id) => set({ driver_id })}
              />
            </Field>
            <Field label={t('fields:seller_id')} error={errorOf('seller_id')}>
              <RefPicker
                to="seller"
                fixed={people}
                value={draft.seller_id}
                onChange={(seller_id) => set({ seller_id })}
              />
            </Field>
          </div>
        ) : null}
      </CardBody>
    </Card>
  );
};

/** Whether the order is repeated, how often, and until when. */
const RecurrenceFields = ({ making }: { making: OrderDraft }) => {
  const { t } = useTranslation(['order', 'fields']);
  const { draft, set, errorOf } = making;
  return (
    <div className="grid gap-3">
      <Checkbox
        checked={draft.recurring}
        onChange={(recurring) => set({ recurring })}
        label={t('order:make.recurring')}
        hint={t('order:make.recurring_hint')}
      />
      {draft.recurring ? (
        <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3">
          <Field label={t('fields:every')} error={errorOf('recurrence.every')}>
            <NumberInput whole value={draft.every} onChange={(every) => set({ every })} />
          </Field>
          <Field label={t('fields:unit')}>
            <Select
              value={draft.unit}
              onChange={(unit) => set({ unit })}
              options={UNITS.map((value) => ({ value, label: t(`order:make.unit.${value}`) }))}
            />
          </Field>
          <Field label={t('fields:until')} error={errorOf('recurrence.until')}>
            <DayInput value={draft.until} onChange={(until) => set({ until })} />
          </Field>
        </div>
      ) : null}
    </div>
  );
};
