import { PackageCheck, RotateCcw, Undo2 } from 'lucide-react';
import { LeaveDialog, Link } from '../../kit/index.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { ApprovalDialog } from '../../shared/approval-dialog.tsx';
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
import { EMPTY_RETURN, type ReturnableOrder } from './draft.ts';
import { ReturnLine } from './line.tsx';
import { PreviewCard } from './preview.tsx';
import { type OrderReturnDraft, useReturnDraft } from './use-return-draft.ts';

/** Edits the return of an order, with a preview of the refunds. */
export const Editor = ({ order }: { order: ReturnableOrder }) => {
  const { t } = useTranslation(['order-return', 'kit']);
  const { money } = useFormat();
  const draft = useReturnDraft(order);
  const { lines, preview, foreign, approval, busy } = draft;
  if (!order.actions.includes('return') || (lines.length === 0 && !draft.isWithoutGoods))
    return <NothingToReturn order={order} isAllBack={lines.length === 0} />;
  return (
    <form
      noValidate
      className="grid gap-gap"
      aria-label={t('order-return:add')}
      onSubmit={(event) => {
        event.preventDefault();
        draft.submit();
      }}
    >
      <ReturnedOrder of={order} />
      {foreign === null ? null : (
        <Banner
          tone="danger"
          title={t('order-return:foreign', { barcode: isolateBidi(foreign) })}
          onClose={draft.dismissForeign}
          closeLabel={t('kit:close')}
        />
      )}
      <div className="grid items-start gap-gap xl:grid-cols-[minmax(0,1fr)_22rem]">
        {draft.isWithoutGoods ? (
          <Banner tone="info" title={t('order-return:without_goods')} />
        ) : (
          <LinesCard draft={draft} currency={order.currency} />
        )}
        <RefundCards draft={draft} currency={order.currency} />
      </div>
      <StickyBar label={t('kit:form.bar')}>
        <span className="text-muted" role="status">
          {draft.tried && draft.isNothing && preview.wrong.size === 0
            ? t('order-return:lines_needed')
            : t('order-return:goes_back', { amount: isolateBidi(money(preview.money, order.currency)) })}
        </span>
        <Button variant="primary" type="submit" icon={<RotateCcw />} loading={busy} className="ms-auto">
          {t('order-return:do')}
        </Button>
      </StickyBar>
      <LeaveDialog prompt={draft.leaving} count={draft.changes} />
      {approval.isAsking ? (
        <ApprovalDialog
          reason="return"
          branch_id={order.branch_id}
          busy={busy}
          failure={draft.failure}
          onApprove={draft.submit}
          onClose={approval.stop}
        />
      ) : null}
    </form>
  );
};

/** Shown for an order of which nothing can be returned. */
const NothingToReturn = ({ order, isAllBack }: { order: ReturnableOrder; isAllBack: boolean }) => {
  const { t } = useTranslation('order-return');
  return (
    <EmptyState
      icon={<Undo2 />}
      title={t('nothing', { number: isolateBidi(`#${order.id}`) })}
      text={t(isAllBack ? 'all_back' : 'not_delivered')}
      actions={
        <Button asChild>
          <Link to={paths.orderReturnNew}>{t('other_order')}</Link>
        </Button>
      }
    />
  );
};

type PartProps = { draft: OrderReturnDraft; currency: string };

/** The lines of the order, with what comes back of each. */
const LinesCard = ({ draft, currency }: PartProps) => {
  const { t } = useTranslation('order-return');
  const { lines, entries, preview } = draft;
  return (
    <Card>
      <CardHeader
        title={t('lines')}
        description={t('lines_hint')}
        actions={
          <Button icon={<PackageCheck />} onClick={draft.takeAll}>
            {t('take_all')}
          </Button>
        }
      />
      <CardBody>
        <ul className="divide-y divide-line">
          {lines.map((line) => (
            <ReturnLine
              key={line.id}
              line={line}
              said={entries.get(line.id) ?? EMPTY_RETURN}
              wrong={preview.wrong.get(line.id) ?? null}
              value={preview.items.find((item) => item.line.id === line.id)?.value ?? null}
              currency={currency}
              onChange={(part) => draft.change(line.id, part)}
              onScan={draft.scanned}
            />
          ))}
        </ul>
      </CardBody>
    </Card>
  );
};

/** What is refunded, with the charges that go back too, and the notes. */
const RefundCards = ({ draft, currency }: PartProps) => {
  const { t } = useTranslation(['order-return', 'fields']);
  const { money } = useFormat();
  const { preview, till } = draft;
  return (
    <div className="grid gap-gap">
      <PreviewCard of={preview} currency={currency} tillName={till?.name ?? null}>
        {preview.deliverable > 0 ? (
          <Switch
            checked={draft.withDelivery}
            onChange={draft.setWithDelivery}
            label={t('order-return:give_delivery')}
            hint={t('order-return:give_delivery_hint', {
              amount: isolateBidi(money(preview.deliverable, currency)),
            })}
          />
        ) : null}
        {preview.refundableFee > 0 ? (
          <Switch
            checked={draft.withFee}
            onChange={draft.setWithFee}
            label={t('order-return:give_fee')}
            hint={t('order-return:give_delivery_hint', {
              amount: isolateBidi(money(preview.refundableFee, currency)),
            })}
          />
        ) : null}
      </PreviewCard>
      <Card>
        <CardBody>
          <Field label={t('fields:notes')} error={draft.failure?.errors.notes?.[0]}>
            <Textarea
              dir="auto"
              rows={2}
              maxLength={2_000}
              value={draft.notes}
              onChange={(event) => draft.setNotes(event.target.value)}
            />
          </Field>
        </CardBody>
      </Card>
    </div>
  );
};

/** The order's number, customer and date, so that the user does not return goods of another order. */
const ReturnedOrder = ({ of }: { of: ReturnableOrder }) => {
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
