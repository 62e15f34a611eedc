import { CANCELED } from '@dukkan/commerce';
import { useQueries } from '@tanstack/react-query';
import { ClipboardList, Play, ScanBarcode, Square } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { BackLink, NotAllowed, RefPicker } from '../../kit/index.ts';
import { focusFirstError } from '../../lib/form/form-errors.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useLocale, useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { settleScan, useScanAnywhere } from '../../lib/scan-anywhere.ts';
import { api } from '../../lib/server/api.ts';
import { CallFailure } from '../../lib/server/call.ts';
import { useSession } from '../../lib/server/session.ts';
import { showFailureToast } from '../../lib/server/toast.ts';
import { readOnce, useRead } from '../../lib/server/use-read-write.ts';
import { useTitle } from '../../lib/title.ts';
import { findOrderByNumber, OrderFinder } from '../../shared/order-finder.tsx';
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
import { type BulkOrderEntry, OrderLine } from './order-line.tsx';
import { useBulkStatusRun } from './use-run.ts';
import { checkStatusChange, ORDERS_MAX, parseIds, type StatusRow, toStatusChangeInput } from './verdict.ts';

export default function ChangeOrderStatusPage() {
  const { t } = useTranslation('order-status');
  const { can } = useSession();
  if (can(api.order.save)) return <Changing />;
  return (
    <>
      <PageHeader title={t('change.title')} />
      <NotAllowed use={api.order.save} />
    </>
  );
}

/** Changes the status of many orders: select them, preview the results, then change them one by one. */
const Changing = () => {
  const { t } = useTranslation(['order-status', 'order', 'kit', 'fields']);
  const { can } = useSession();
  const { number } = useFormat();
  const [address, setAddress] = useSearchParams();
  const ids = parseIds(address.get('ids') ?? '');
  const [driver, setDriver] = useState<number | null>(null);
  const [force, setForce] = useState(false);
  const [notes, setNotes] = useState('');
  const [tried, setTried] = useState(false);
  const [unknown, setUnknown] = useState<string | null>(null);
  const { run, outcomes, start, stop, clear } = useBulkStatusRun();
  const statuses = useRead(api.orderStatus.list, { status: 1, sort_by: 'ord', limit: 50 }).results ?? [];
  const status: StatusRow | null =
    (statuses as readonly StatusRow[]).find(({ id }) => String(id) === address.get('status')) ?? null;
  const locale = useLocale();
  useTitle(t('order-status:change.title'));

  const put = (next: { ids?: readonly number[]; status?: string }) => {
    clear();
    setTried(false);
    setAddress(
      (now) => {
        const params = new URLSearchParams(now);
        if (next.ids) params.set('ids', next.ids.join(','));
        if (next.status) params.set('status', next.status);
        if (params.get('ids') === '') params.delete('ids');
        return params;
      },
      { replace: true },
    );
  };
  const add = (id: number) => {
    setUnknown(null);
    if (!ids.includes(id)) put({ ids: [id, ...ids].slice(0, ORDERS_MAX) });
  };
  const busy = run?.busy ?? false;
  useScanAnywhere((code, boxed) => {
    findOrderByNumber(code).then(
      (found) => {
        if (!settleScan(code, boxed, found !== null)) return;
        if (found) add(found.id);
        else setUnknown(code);
      },
      (error: unknown) => {
        settleScan(code, boxed, false);
        if (!(error instanceof CallFailure)) throw error;
        showFailureToast(error);
      },
    );
  }, !busy);

  const moving = status && { status, hasDriver: driver !== null, force };
  const reads = useQueries({
    queries: ids.map((id) => ({
      // the key starts with the noun, so that a changed order is read again
      queryKey: ['order', 'moves', id, locale],
      queryFn: () => readOnce(api.order.show, { id }, null),
      retry: false,
    })),
  });
  const entries = ids.map((id, at): BulkOrderEntry => {
    const read = reads[at];
    const order = read?.data?.results ?? (read?.isError ? null : undefined);
    return {
      id,
      order,
      verdict: order && moving ? checkStatusChange(order, moving) : null,
      outcome: outcomes.get(id),
    };
  });
  const ready = entries.flatMap(({ order, verdict }) => (order && verdict === 'moves' ? [order] : []));
  const needs = (what: 'driver' | 'force') =>
    status !== null &&
    entries.some(({ order }) =>
      order?.next.some(
        (next) => next.status_id === status.id && (what === 'force' ? next.force : next.needs),
      ),
    );
  // only drivers of the orders' branch are offered; when the orders are from several branches, the server checks each
  const branches = new Set(entries.flatMap(({ order }) => order?.branch_id ?? []));
  const [branchId] = branches.size === 1 ? branches : [];
  const lacksReason = status?.status_value === CANCELED && notes.trim() === '';
  const moved = [...outcomes.values()].filter((outcome) => outcome === 'moved').length;
  const refused = outcomes.size - moved;
  const submit = () => {
    setTried(true);
    if (!moving || ready.length === 0 || lacksReason) return;
    void start(ready.map((order) => toStatusChangeInput(order, moving, { driver_id: driver, notes })));
  };
  const counted = (key: string, count: number) =>
    t(`order-status:change.${key}`, { count, shown: isolateBidi(number(count)) });
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
          submit();
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
                onChange={(next) => put({ status: next })}
                options={(statuses as readonly StatusRow[]).map(({ id, title }) => ({
                  value: String(id),
                  label: <bdi>{title}</bdi>,
                }))}
              />
            </Field>
            <Field
              label={t('order-status:change.reason')}
              required={status?.status_value === CANCELED}
              error={tried && lacksReason ? t('order-status:change.reason_needed') : undefined}
            >
              <Textarea
                dir="auto"
                rows={1}
                maxLength={2_000}
                value={notes}
                disabled={busy}
                onChange={(event) => setNotes(event.target.value)}
              />
            </Field>
            {needs('driver') ? (
              <Field label={t('fields:driver_id')} hint={t('order-status:change.driver_hint')}>
                <RefPicker
                  to="driver"
                  value={driver}
                  onChange={setDriver}
                  fixed={{ status: 1, ...(branchId === undefined ? {} : { works_at: branchId }) }}
                  disabled={busy}
                />
              </Field>
            ) : null}
            {needs('force') ? (
              <Switch
                checked={force}
                onChange={setForce}
                label={t('order-status:change.force')}
                hint={t('order-status:change.force_hint')}
                disabled={busy}
              />
            ) : null}
          </CardBody>
        </Card>
        <Card className="relative">
          <ProgressBar
            active={busy}
            value={run ? (run.done / Math.max(1, run.all)) * 100 : 0}
            label={t('order-status:change.running')}
          />
          <CardHeader
            title={counted('orders', ids.length)}
            description={
              <span className="inline-flex items-center gap-1.5">
                <ScanBarcode aria-hidden="true" className="size-4" />
                {t('order-status:change.scan_hint')}
              </span>
            }
          />
          <CardBody className="grid gap-3">
            {ids.length >= ORDERS_MAX ? (
              <Banner tone="warning">{t('order-status:change.full', { max: number(ORDERS_MAX) })}</Banner>
            ) : busy ? null : (
              <OrderFinder label={t('order-status:change.find')} onFound={({ id }) => add(id)} />
            )}
            {entries.length === 0 ? (
              <EmptyState
                icon={<ClipboardList />}
                title={t('order-status:change.none')}
                text={t('order-status:change.none_text')}
              />
            ) : (
              <ul className="divide-y divide-line" aria-label={t('order-status:change.list')}>
                {entries.map((entry) => (
                  <OrderLine
                    key={entry.id}
                    of={entry}
                    status={status}
                    busy={busy}
                    onRemove={() => put({ ids: ids.filter((id) => id !== entry.id) })}
                  />
                ))}
              </ul>
            )}
          </CardBody>
        </Card>
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
              <Button onClick={() => put({ ids: ids.filter((id) => outcomes.get(id) !== 'moved') })}>
                {t('order-status:change.clear_done')}
              </Button>
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
      </form>
    </>
  );
};
