import { isSameCode } from '@dukkan/commerce';
import type { Approval } from '@dukkan/contract';
import { PackageCheck, RotateCcw, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { LeaveDialog, Link } from '../../kit/index.ts';
import { useOpenPage } from '../../lib/follow.ts';
import { formatTypedNumber } from '../../lib/form/parse-typed-number.ts';
import { useUnsavedChangesPrompt } from '../../lib/form/unsaved-changes.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { type ScanInTextBox, settleScan, useScanAnywhere } from '../../lib/scan-anywhere.ts';
import { api } from '../../lib/server/api.ts';
import { showFailureToast, showSuccessToast } from '../../lib/server/toast.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { useTill } from '../../lib/till.ts';
import { ApprovalDialog, useApprovalDialog } from '../../shared/approval-dialog.tsx';
import {
  Badge,
  Banner,
  Button,
  Card,
  CardBody,
  CardHeader,
  EmptyState,
  Field,
  StickyBar,
  Switch,
  Textarea,
} from '../../ui/index.ts';
import {
  addScannedUnit,
  buildReturnPreview,
  getReturnableQuantity,
  isWithoutGoodsLeft,
  NOTHING,
  type Order,
  type ReturnDraft,
  type ReturnEntry,
} from './draft.ts';
import { ReturnLine } from './line.tsx';
import { PreviewCard } from './preview.tsx';

/** Edits the return of an order, with a preview of the refunds. */
export const Editor = ({ order }: { order: Order }) => {
  const { t } = useTranslation(['order-return', 'kit', 'fields']);
  const { money } = useFormat();
  const openPage = useOpenPage();
  const made = useRef(false);
  const [draft, setDraft] = useState<ReturnDraft>(new Map());
  const isWithoutGoods = isWithoutGoodsLeft(order);
  const [withDelivery, setWithDelivery] = useState(isWithoutGoods);
  const [withFee, setWithFee] = useState(isWithoutGoods);
  const [notes, setNotes] = useState('');
  const [tried, setTried] = useState(false);
  const approval = useApprovalDialog();
  const [foreign, setForeign] = useState<string | null>(null);
  const write = useWrite(api.orderReturn.make, {
    silent: true,
    onFailure: (refusal) => {
      if (!approval.take(refusal)) showFailureToast(refusal);
    },
    onSuccess: ({ id }) => {
      made.current = true;
      showSuccessToast(t('order-return:created'));
      openPage(paths.orderReturn(id), { replace: true });
    },
  });
  const lines = order.lines.filter((line) => getReturnableQuantity(line) > 0);
  const preview = buildReturnPreview(order, draft, { withDelivery, withFee });
  const changes =
    [...draft.values()].filter(({ text, damaged }) => text.trim() !== '' || damaged).length +
    (notes.trim() === '' ? 0 : 1);
  const leaving = useUnsavedChangesPrompt(() => changes > 0 && !made.current, changes > 0, false);
  const change = (id: number, part: Partial<ReturnEntry>) => {
    write.reset();
    setDraft((now) => new Map(now).set(id, { ...(now.get(id) ?? NOTHING), ...part }));
  };
  const scanned = (barcode: string, boxed: ScanInTextBox | null = null) => {
    const isOfOrder = lines.some((line) => isSameCode(line.barcode, barcode));
    if (!settleScan(barcode, boxed, isOfOrder)) return;
    setForeign(isOfOrder ? null : barcode);
    if (!isOfOrder) return;
    write.reset();
    // uses the latest draft, because the quantity box has just removed the scanned digits from it
    setDraft((now) => addScannedUnit(lines, now, barcode));
  };
  useScanAnywhere(scanned);
  const takeAll = () =>
    setDraft(
      new Map(
        lines.map((line) => [
          line.id,
          { ...(draft.get(line.id) ?? NOTHING), text: formatTypedNumber(getReturnableQuantity(line)) },
        ]),
      ),
    );
  const ownTill = useTill();
  // a cash refund is paid from the drawer of this browser's till
  const till = ownTill?.branch_id === order.branch_id ? ownTill : null;
  const isNothing = preview.items.length === 0 && preview.delivery + preview.fee === 0;
  const submit = (word?: Approval) => {
    setTried(true);
    if (preview.wrong.size > 0 || isNothing) return;
    void write.submit(
      {
        order_id: order.id,
        items: preview.items.map(({ line, quantity, damaged }) => ({
          line_id: line.id,
          quantity,
          restock: damaged ? 0 : 1,
        })),
        ...(preview.delivery > 0 ? { refund_delivery: true } : {}),
        ...(preview.fee > 0 ? { refund_fee: true } : {}),
        ...(notes.trim() === '' ? {} : { notes: notes.trim() }),
        ...(till ? { device_id: till.id } : {}),
        ...(word ? { approval: word } : {}),
      },
      null,
    );
  };
  if (!order.actions.includes('return') || (lines.length === 0 && !isWithoutGoods))
    return (
      <EmptyState
        icon={<Undo2 />}
        title={t('order-return:nothing', { number: isolateBidi(`#${order.id}`) })}
        text={t(lines.length === 0 ? 'order-return:all_back' : 'order-return:not_delivered')}
        actions={
          <Button asChild>
            <Link to={paths.orderReturnNew}>{t('order-return:other_order')}</Link>
          </Button>
        }
      />
    );
  return (
    <form
      noValidate
      className="grid gap-gap"
      aria-label={t('order-return:add')}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Whose of={order} />
      {foreign === null ? null : (
        <Banner
          tone="danger"
          title={t('order-return:foreign', { barcode: isolateBidi(foreign) })}
          onClose={() => setForeign(null)}
          closeLabel={t('kit:close')}
        />
      )}
      <div className="grid items-start gap-gap xl:grid-cols-[minmax(0,1fr)_22rem]">
        {isWithoutGoods ? (
          <Banner tone="info" title={t('order-return:without_goods')} />
        ) : (
          <Card>
            <CardHeader
              title={t('order-return:lines')}
              description={t('order-return:lines_hint')}
              actions={
                <Button icon={<PackageCheck />} onClick={takeAll}>
                  {t('order-return:take_all')}
                </Button>
              }
            />
            <CardBody>
              <ul className="divide-y divide-line">
                {lines.map((line) => (
                  <ReturnLine
                    key={line.id}
                    line={line}
                    said={draft.get(line.id) ?? NOTHING}
                    wrong={preview.wrong.get(line.id) ?? null}
                    value={preview.items.find((item) => item.line.id === line.id)?.value ?? null}
                    currency={order.currency}
                    onChange={(part) => change(line.id, part)}
                    onScan={scanned}
                  />
                ))}
              </ul>
            </CardBody>
          </Card>
        )}
        <div className="grid gap-gap">
          <PreviewCard of={preview} currency={order.currency} tillName={till?.name ?? null}>
            {preview.deliverable > 0 ? (
              <Switch
                checked={withDelivery}
                onChange={setWithDelivery}
                label={t('order-return:give_delivery')}
                hint={t('order-return:give_delivery_hint', {
                  amount: isolateBidi(money(preview.deliverable, order.currency)),
                })}
              />
            ) : null}
            {preview.refundableFee > 0 ? (
              <Switch
                checked={withFee}
                onChange={setWithFee}
                label={t('order-return:give_fee')}
                hint={t('order-return:give_delivery_hint', {
                  amount: isolateBidi(money(preview.refundableFee, order.currency)),
                })}
              />
            ) : null}
          </PreviewCard>
          <Card>
            <CardBody>
              <Field label={t('fields:notes')} error={write.failure?.errors.notes?.[0]}>
                <Textarea
                  dir="auto"
                  rows={2}
                  maxLength={2_000}
                  value={notes}
                  onChange={(event) => setNotes(event.target.value)}
                />
              </Field>
            </CardBody>
          </Card>
        </div>
      </div>
      <StickyBar label={t('kit:form.bar')}>
        <span className="text-muted" role="status">
          {tried && isNothing && preview.wrong.size === 0
            ? t('order-return:lines_needed')
            : t('order-return:goes_back', { amount: isolateBidi(money(preview.money, order.currency)) })}
        </span>
        <Button variant="primary" type="submit" icon={<RotateCcw />} loading={write.busy} className="ms-auto">
          {t('order-return:do')}
        </Button>
      </StickyBar>
      <LeaveDialog prompt={leaving} count={changes} />
      {approval.isAsking ? (
        <ApprovalDialog
          reason="return"
          branch_id={order.branch_id}
          busy={write.busy}
          failure={write.failure}
          onApprove={submit}
          onClose={approval.stop}
        />
      ) : null}
    </form>
  );
};

/** The order's number, customer and date, so that the user does not return goods of another order. */
const Whose = ({ of }: { of: Order }) => {
  const { t } = useTranslation(['order-return', 'paper']);
  const { money, dateTime } = useFormat();
  return (
    <Card>
      <CardBody className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Link to={paths.order(of.id)} className="hit font-semibold hover:underline">
          {t('paper:order', { id: of.id })}
        </Link>
        <Badge variant={of.status_variant}>
          <bdi>{of.status_title}</bdi>
        </Badge>
        {of.client_name === null ? null : <bdi className="min-w-0 truncate">{of.client_name}</bdi>}
        {of.client_phone === null ? null : (
          <bdi dir="ltr" className="text-muted">
            {of.client_phone}
          </bdi>
        )}
        <bdi className="text-muted">{dateTime(of.created_at)}</bdi>
        <bdi className="tabular">{money(of.due, of.currency)}</bdi>
        <Button asChild className="ms-auto">
          <Link to={paths.orderReturnNew}>{t('order-return:other_order')}</Link>
        </Button>
      </CardBody>
    </Card>
  );
};
