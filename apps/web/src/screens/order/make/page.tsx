import { RotateCcw, ShoppingCart } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { BackLink, NotAllowed } from '../../../kit/index.ts';
import { Money } from '../../../kit/kinds/money.tsx';
import { useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { api } from '../../../lib/server/api.ts';
import { useSession } from '../../../lib/server/session.ts';
import { useTitle } from '../../../lib/title.ts';
import { Banner, Button, ConfirmDialog, cx, PageHeader, StickyBar } from '../../../ui/index.ts';
import { FreeLineDialog } from '../free-line-dialog.tsx';
import { ClientCard } from './customer-card.tsx';
import { DeliveryCard } from './delivery-card.tsx';
import { focusAfterRender, SEARCH_SELECTOR } from './focus.ts';
import { LinesCard } from './lines-card.tsx';
import { OrderExtrasCard } from './notes-card.tsx';
import { SoldDialog } from './sold-dialog.tsx';
import { SummaryCard } from './summary-card.tsx';
import { useLastOrder } from './use-last-order.ts';
import { type OrderDraft, useOrderDraft } from './use-order-draft.ts';

/** The selectors of the fields that can be missing or refused. */
const PLACES: Readonly<Record<string, string>> = {
  'client.phone': '#order-client, #order-phone',
  'client.name': '#order-name',
  branch_id: '#order-elsewhere button, #order-branch',
  code_like: '[data-code-like] button',
  address_id: '#order-where input, #order-where button',
  cart: SEARCH_SELECTOR,
  lines: '[data-line] [data-quantity][aria-invalid]',
  coupon: '#order-coupon',
  discount: '#order-discount',
  // in a split payment, the first part that is invalid or has no method
  payments: '#order-payments [aria-invalid], #order-payments [data-placeholder]',
};
const placeOf = (name: string): string | undefined => PLACES[name] ?? PLACES[name.split('.')[0] ?? name];

/** True for a key in a dialog or list above the page: React passes its events on to the form although it is outside. */
const isOfOverlay = ({ currentTarget, target }: KeyboardEvent): boolean =>
  target instanceof Node && !currentTarget.contains(target);

export default function MakeOrderPage() {
  const { can } = useSession();
  return can(api.order.make) ? <MakeOrder /> : <NotAllowed use={api.order.make} />;
}

/**
 * Names the till of this browser, and switches between sales at it and an order taken on the phone.
 * Rule: docs/rules/phone-orders.md#at-a-till
 */
const TillBanner = ({ making: { ownTill, till, set, isUnanswered } }: { making: OrderDraft }) => {
  const { t } = useTranslation('order');
  if (ownTill === null) return null;
  const change = () => {
    set({ by_phone: till !== null });
    focusAfterRender(till ? '#order-client' : SEARCH_SELECTOR);
  };
  return (
    <Banner
      className="mb-gap"
      actions={
        <Button size="sm" onClick={change} disabled={isUnanswered}>
          {t(till ? 'counter.phone' : 'counter.back')}
        </Button>
      }
    >
      {t(till ? 'counter.at' : 'counter.by_phone')} <bdi className="font-medium">{ownTill.name}</bdi>
    </Banner>
  );
};

/** Takes an order on the phone: customer, address and items, with the price and its explanation at once. */
const MakeOrder = () => {
  const { t } = useTranslation(['order', 'kit']);
  const { number } = useFormat();
  const making = useOrderDraft();
  const last = useLastOrder(making);
  const { draft, price, pending, isWaitingForPrice: waits, leaving } = making;
  const short = price?.shortages.filter(({ refused }) => refused).length ?? 0;
  const title = t('order:make.title');
  useTitle(title);
  // the focus starts in the customer box, because the caller is asked first; at a till it starts in the item search
  const begin = useEffectEvent(() => {
    if (making.till) focusAfterRender(SEARCH_SELECTOR);
    else if (draft.client === null && !matchMedia('(pointer: coarse)').matches)
      focusAfterRender('#order-client');
  });
  useEffect(() => begin(), []);
  const { refused } = making;
  // a refused field may be out of view, so it gets the focus
  useEffect(() => {
    const field = Object.keys(refused?.errors ?? {}).find(placeOf);
    if (field !== undefined) focusAfterRender(placeOf(field) ?? SEARCH_SELECTOR);
  }, [refused]);
  const submit = () => {
    const missing = making.submit();
    if (missing === null) return;
    focusAfterRender(placeOf(missing) ?? SEARCH_SELECTOR);
  };
  const [isAfresh, askAfresh] = useState(false);
  // asks before entered data is discarded
  const startAfresh = () => (making.touched ? askAfresh(true) : making.clear());
  return (
    <>
      <PageHeader
        title={title}
        breadcrumbs={<BackLink to={paths.orders} label={t('order:title')} />}
        actions={
          making.touched ? (
            <Button icon={<RotateCcw />} onClick={startAfresh}>
              {t('order:make.clear')}
            </Button>
          ) : null
        }
      />
      <form
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        onKeyDownCapture={(event) => {
          // prevents the default, because the key would also open a select box
          const isAsked = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
          if (!isAsked || event.target instanceof HTMLInputElement || isOfOverlay(event)) return;
          event.preventDefault();
          event.stopPropagation();
          submit();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isOfOverlay(event)) return;
          const isAsked = event.ctrlKey || event.metaKey;
          // Enter in a box only confirms its input; an order is placed with its button or with Ctrl+Enter
          if (isAsked || event.target instanceof HTMLInputElement) event.preventDefault();
          if (isAsked) submit();
        }}
      >
        <TillBanner making={making} />
        {making.isElsewhere ? <Banner className="mb-gap">{t('order:make.elsewhere')}</Banner> : null}
        {making.isRestored ? (
          <Banner
            className="mb-gap"
            onClose={making.dismissRestored}
            closeLabel={t('kit:close')}
            actions={
              <Button size="sm" onClick={startAfresh}>
                {t('order:make.clear')}
              </Button>
            }
          >
            {t('order:make.restored')}
          </Banner>
        ) : null}
        <fieldset
          // an order without an answer cannot be edited, because a repeat must send the same order
          disabled={making.isUnanswered}
          className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-gap lg:grid-cols-[minmax(0,1fr)_22rem]"
        >
          <div className="grid grid-cols-[minmax(0,1fr)] gap-gap">
            <ClientCard making={making} last={last} />
            {making.till ? null : <DeliveryCard making={making} />}
            <LinesCard making={making} last={last} />
            <OrderExtrasCard making={making} />
          </div>
          <div className="lg:sticky lg:top-[calc(var(--bar-top,0px)+0.5rem)]">
            <SummaryCard making={making}>
              {short > 0 ? (
                <p role="status" className="text-sm text-danger-text">
                  {t('order:make.short.some', { count: short, shown: number(short) })}
                </p>
              ) : null}
              {making.isUnanswered ? <Banner tone="warning">{t('order:make.unanswered')}</Banner> : null}
              {waits === null ? null : (
                <p role="alert" className="text-sm text-danger-text max-lg:hidden">
                  {waits}
                </p>
              )}
              <Button
                variant="primary"
                type="submit"
                icon={<ShoppingCart />}
                loading={making.busy}
                className="max-lg:hidden"
              >
                {t(making.till ? 'order:counter.sell' : 'order:make.place')}
              </Button>
            </SummaryCard>
          </div>
        </fieldset>
        <div className="lg:hidden">
          <StickyBar label={t('kit:form.bar')}>
            <span aria-busy={pending}>
              <span className={cx('text-sm', waits === null ? 'text-muted' : 'text-danger-text')}>
                {waits ??
                  t('order:make.count', { count: draft.lines.length, shown: number(draft.lines.length) })}
              </span>{' '}
              {price && making.isWhole ? (
                <span className={cx('font-semibold tabular', making.isStale && 'text-subtle')}>
                  {making.isStale ? (
                    <span className="sr-only">
                      {t(pending ? 'order:make.sum.due_old' : 'order:make.sum.due_before')}{' '}
                    </span>
                  ) : null}
                  <Money amount={price.due} />
                </span>
              ) : null}
            </span>
            <Button
              variant="primary"
              type="submit"
              icon={<ShoppingCart />}
              loading={making.busy}
              className="ms-auto"
            >
              {t(making.till ? 'order:counter.sell' : 'order:make.place')}
            </Button>
          </StickyBar>
        </div>
      </form>
      {making.sold ? <SoldDialog of={making.sold} onNext={making.next} /> : null}
      <FreeLineDialog
        failure={refused}
        busy={making.busy}
        onConfirm={() => void making.submit(true)}
        onClose={making.forgetRefusal}
      />
      <ConfirmDialog
        open={leaving.asked}
        onOpenChange={(open) => open || leaving.stay()}
        title={t('order:make.leave.title')}
        text={t('order:make.leave.text')}
        confirmLabel={t('order:make.leave.go')}
        cancelLabel={t('kit:leave.cancel')}
        danger
        onConfirm={making.leave}
      />
      <ConfirmDialog
        open={isAfresh}
        onOpenChange={askAfresh}
        title={t('order:make.afresh.title')}
        text={t('order:make.leave.text')}
        confirmLabel={t('order:make.afresh.go')}
        cancelLabel={t('kit:leave.cancel')}
        danger
        onConfirm={() => {
          askAfresh(false);
          making.clear();
          focusAfterRender('#order-client');
        }}
      />
    </>
  );
};
