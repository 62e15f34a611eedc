import { CANCELED } from '@dukkan/commerce';
import { ClipboardList, Play, Square } from 'lucide-react';
import { useState } from 'react';
import { BackLink, NotAllowed, RefPicker } from '../../kit/index.ts';
import { focusFirstError } from '../../lib/form/form-errors.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { lookUpScan } from '../../lib/look-up-scan.ts';
import { paths } from '../../lib/paths.ts';
import { useScanAnywhere } from '../../lib/scan-anywhere.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { useTitle } from '../../lib/title.ts';
import { findOrderByNumber, OrderFinder } from '../../shared/order-finder.tsx';
import { ScanHint } from '../../shared/scan-hint.tsx';
import {
  Banner,
  Button,
  Card,
  CardBody,
  CardHeader,
  EmptyState,
  Field,
  PageHeader,
  ProgressBar,
  Select,
  StickyBar,
  Switch,
  Textarea,
} from '../../ui/index.ts';
import { OrderLine } from './order-line.tsx';
import { type BulkStatusRun, useBulkStatusRun } from './use-run.ts';
import { type SelectedOrders, useSelectedOrders } from './use-selected-orders.ts';
import { ORDERS_MAX, toStatusChangeInput } from './verdict.ts';

export default function ChangeOrderStatusPage() {
  const { t } = useTranslation('order-status');
  const { can } = useSession();
  if (can(api.order.save)) return <BulkStatusChange />;
  return (
    <>
      <PageHeader title={t('change.title')} />
      <NotAllowed use={api.order.save} />
    </>
  );
}

/** Returns a counted text of this page. */
function useCountedText() {
  const { t } = useTranslation('order-status');
  const { number } = useFormat();
  return (key: string, count: number) => t(`change.${key}`, { count, shown: isolateBidi(number(count)) });
}

/** Manages what is entered on the page, and changes the orders that can change. */
function useStatusChange() {
  const [driver, setDriver] = useState<number | null>(null);
  const [force, setForce] = useState(false);
  const [notes, setNotes] = useState('');
  const [tried, setTried] = useState(false);
  const bulk = useBulkStatusRun();
  const { run, outcomes } = bulk;
  const onChange = () => {
    bulk.clear();
    setTried(false);
  };
  const selected = useSelectedOrders({ driver, force, outcomes, onChange });
  const { status, moving, ready } = selected;
  const lacksReason = status?.status_value === CANCELED && notes.trim() === '';
  const submit = () => {
    setTried(true);
    if (!moving || ready.length === 0 || lacksReason) return;
    void bulk.start(ready.map((order) => toStatusChangeInput(order, moving, { driver_id: driver, notes })));
  };
  const busy = run?.busy ?? false;
  return {
    driver,
    setDriver,
    force,
    setForce,
    notes,
    setNotes,
    tried,
    bulk,
    busy,
    selected,
    lacksReason,
    submit,
  };
}

type StatusChange = ReturnType<typeof useStatusChange>;

/** Changes the status of many orders: select them, preview the results, then change them one by one. */
const BulkStatusChange = () => {
  const { t } = useTranslation(['order-status', 'order', 'kit']);
  const { can } = useSession();
  const [unknown, setUnknown] = useState<string | null>(null);
  const change = useStatusChange();
  useTitle(t('order-status:change.title'));
  const add = ({ id }: { id: number }) => {
    setUnknown(null);
    change.selected.add(id);
  };
  useScanAnywhere(
    (code, boxed) =>
      void lookUpScan(code, boxed, { find: findOrderByNumber, onFound: add, onUnknown: setUnknown }),
    !change.busy,
  );
  return (
    <>
      <PageHeader
        title={t('order-status:change.title')}
        breadcrumbs={
          can(api.orderStatus.list) ? (
            <BackLink to={paths.orderStatuses} label={t('order-status:title')} />
          ) : (
            <BackLink to={paths.orders} label={t('order:title')} />
          )
        }
        description={t('order-status:change.text')}
      />
      <form
        noValidate
        className="grid gap-gap"
        aria-label={t('order-status:change.title')}
        onSubmit={(event) => {
          event.preventDefault();
          change.submit();
          focusFirstError(event.currentTarget);
        }}
      >
        {unknown === null ? null : (
          <Banner
            tone="danger"
            title={t('order-status:change.unknown', { code: isolateBidi(unknown) })}
            onClose={() => setUnknown(null)}
            closeLabel={t('kit:close')}
          />
        )}
        <TargetCard change={change} />
        <OrdersCard change={change} onFound={add} />
        <RunBar bulk={change.bulk} selected={change.selected} />
      </form>
    </>
  );
};

/** The new status, with the reason, driver and confirmation that the change needs. */
const TargetCard = ({ change }: { change: StatusChange }) => {
  const { t } = useTranslation(['order-status', 'fields']);
  const { busy, tried } = change;
  const { statuses, status, branchId, needs, setStatus } = change.selected;
  return (
    <Card>
      <CardBody className="grid items-start gap-4 md:grid-cols-2">
        <Field
          label={t('order-status:change.to')}
          required
          error={tried && status === null ? t('order-status:change.choose_first') : undefined}
        >
          <Select
            value={status ? String(status.id) : undefined}
            placeholder={t('order-status:change.choose')}
            disabled={busy}
            onChange={setStatus}
            options={statuses.map(({ id, title }) => ({ value: String(id), label: <bdi>{title}</bdi> }))}
          />
        </Field>
        <Field
          label={t('order-status:change.reason')}
          required={status?.status_value === CANCELED}
          error={tried && change.lacksReason ? t('order-status:change.reason_needed') : undefined}
        >
          <Textarea
            dir="auto"
            rows={1}
            maxLength={2_000}
            value={change.notes}
            disabled={busy}
            onChange={(event) => change.setNotes(event.target.value)}
          />
        </Field>
        {needs('driver') ? (
          <Field label={t('fields:driver_id')} hint={t('order-status:change.driver_hint')}>
            <RefPicker
              to="driver"
              value={change.driver}
              onChange={change.setDriver}
              fixed={{ status: 1, ...(branchId === undefined ? {} : { works_at: branchId }) }}
              disabled={busy}
            />
          </Field>
        ) : null}
        {needs('force') ? (
          <Switch
            checked={change.force}
            onChange={change.setForce}
            label={t('order-status:change.force')}
            hint={t('order-status:change.force_hint')}
            disabled={busy}
          />
        ) : null}
      </CardBody>
    </Card>
  );
};

/** The selected orders with what happens to each, and the finder of further ones. */
const OrdersCard = ({
  change,
  onFound,
}: {
  change: StatusChange;
  onFound: (order: { id: number }) => void;
}) => {
  const { t } = useTranslation('order-status');
  const { number } = useFormat();
  const counted = useCountedText();
  const { busy } = change;
  const { run } = change.bulk;
  const { entries, status, isFull, remove } = change.selected;
  return (
    <Card className="relative">
      <ProgressBar
        active={busy}
        value={run ? (run.done / Math.max(1, run.all)) * 100 : 0}
        label={t('change.running')}
      />
      <CardHeader
        title={counted('orders', entries.length)}
        description={<ScanHint text={t('change.scan_hint')} />}
      />
      <CardBody className="grid gap-3">
        {isFull ? (
          <Banner tone="warning">{t('change.full', { max: number(ORDERS_MAX) })}</Banner>
        ) : busy ? null : (
          <OrderFinder label={t('change.find')} onFound={onFound} />
        )}
        {entries.length === 0 ? (
          <EmptyState icon={<ClipboardList />} title={t('change.none')} text={t('change.none_text')} />
        ) : (
          <ul className="divide-y divide-line" aria-label={t('change.list')}>
            {entries.map((entry) => (
              <OrderLine
                key={entry.id}
                of={entry}
                status={status}
                busy={busy}
                onRemove={() => remove(entry.id)}
              />
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
};

/** How many orders will change, or have changed, with the buttons that start and stop. */
const RunBar = ({ bulk, selected }: { bulk: BulkStatusRun; selected: SelectedOrders }) => {
  const { t } = useTranslation(['order-status', 'kit']);
  const { number } = useFormat();
  const counted = useCountedText();
  const { run, outcomes, stop } = bulk;
  const { entries, ready, removeMoved } = selected;
  const busy = run?.busy ?? false;
  const moved = [...outcomes.values()].filter((outcome) => outcome === 'moved').length;
  const refused = outcomes.size - moved;
  return (
    <StickyBar label={t('kit:form.bar')}>
      <span className="text-muted" role="status">
        {run === null
          ? [
              counted('ready', ready.length),
              ...(entries.length > ready.length ? [counted('stay', entries.length - ready.length)] : []),
            ].join(' · ')
          : [
              t(run.stopped ? 'order-status:change.stopped' : 'order-status:change.progress', {
                done: isolateBidi(number(run.done)),
                all: isolateBidi(number(run.all)),
              }),
              ...(refused > 0 ? [counted('refused', refused)] : []),
            ].join(' · ')}
      </span>
      <div className="ms-auto flex flex-wrap gap-2">
        {run && !busy && moved > 0 ? (
          <Button onClick={removeMoved}>{t('order-status:change.clear_done')}</Button>
        ) : null}
        {busy ? (
          <Button icon={<Square />} onClick={stop}>
            {t('order-status:change.stop')}
          </Button>
        ) : (
          <Button variant="primary" type="submit" icon={<Play className="rtl:-scale-x-100" />}>
            {t('order-status:change.do')}
          </Button>
        )}
      </div>
    </StickyBar>
  );
};
