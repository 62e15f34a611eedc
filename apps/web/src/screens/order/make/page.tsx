import { RotateCcw, ShoppingCart } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { BackLink, NotAllowed } from '../../../kit/index.ts';
import { MoneyText } from '../../../kit/kinds/money.tsx';
import { isolateBidi, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { api } from '../../../lib/server/api.ts';
import { useSession } from '../../../lib/server/session.ts';
import { useTitle } from '../../../lib/title.ts';
import { Banner, Button, ConfirmDialog, cx, PageHeader, StickyBar } from '../../../ui/index.ts';
import { FreeLineDialog } from '../free-line-dialog.tsx';
import { DraftCustomerCard } from './customer-card.tsx';
import { DeliveryCard } from './delivery-card.tsx';
import { focusAfterRender, SEARCH_SELECTOR } from './focus.ts';
import { CartLinesCard } from './lines-card.tsx';
import { OrderExtrasCard } from './notes-card.tsx';
import { SoldDialog } from './sold-dialog.tsx';
import { SummaryCard } from './summary-card.tsx';
import { useLastOrder } from './use-last-order.ts';
import { type OrderDraft, useOrderDraft } from './use-order-draft.ts';
import { useRequestedClient } from './use-requested-client.ts';

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
const findFieldPlace = (name: string): string | undefined =>
  PLACES[name] ?? PLACES[name.split('.')[0] ?? name];

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
const TillBanner = ({ making: { ownTill, till, set, placing } }: { making: OrderDraft }) => {
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
        <Button size="sm" onClick={change} disabled={placing.isUnanswered}>
          {t(till ? 'counter.phone' : 'counter.back')}
        </Button>
      }
    >
      {t(till ? 'counter.at' : 'counter.by_phone')} <bdi className="font-medium">{ownTill.name}</bdi>
    </Banner>
  );
};

/** Places the order on submit, and on Ctrl+Enter in any field. */
const toFormHandlers = (submit: () => void) => ({
  onSubmit: (event: FormEvent) => {
    event.preventDefault();
    submit();
  },
  onKeyDownCapture: (event: KeyboardEvent) => {
    // prevents the default, because the key would also open a select box
    const isAsked = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!isAsked || event.target instanceof HTMLInputElement || isOfOverlay(event)) return;
    event.preventDefault();
    event.stopPropagation();
    submit();
  },
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isOfOverlay(event)) return;
    const isAsked = event.ctrlKey || event.metaKey;
    // Enter in a box only confirms its input; an order is placed with its button or with Ctrl+Enter
    if (isAsked || event.target instanceof HTMLInputElement) event.preventDefault();
    if (isAsked) submit();
  },
});

/** Says that the draft was changed in another tab, or restored. */
const DraftBanners = ({ making: { saved }, onClear }: { making: OrderDraft; onClear: () => void }) => {
  const { t } = useTranslation(['order', 'kit']);
  return (
    <>
      {saved.isElsewhere ? <Banner className="mb-gap">{t('order:make.elsewhere')}</Banner> : null}
      {saved.isRestored ? (
        <Banner
          className="mb-gap"
          onClose={saved.dismissRestored}
          closeLabel={t('kit:close')}
          actions={
            <Button size="sm" onClick={onClear}>
              {t('order:make.clear')}
            </Button>
          }
        >
          {t('order:make.restored')}
        </Banner>
      ) : null}
    </>
  );
};

const PlaceButton = ({ making, className }: { making: OrderDraft; className: string }) => {
  const { t } = useTranslation('order');
  return (
    <Button
      variant="primary"
      type="submit"
      icon={<ShoppingCart />}
      loading={making.placing.busy}
      className={className}
    >
      {t(making.till ? 'counter.sell' : 'make.place')}
    </Button>
  );
};

/** The amount due and the button that places the order, at the bottom of a narrow page. */
const PhoneBar = ({ making }: { making: OrderDraft }) => {
  const { t } = useTranslation(['order', 'kit']);
  const { number } = useFormat();
  const { draft, price, pending, isStale, isWaitingForPrice: waits } = making;
  return (
    <div className="lg:hidden">
      <StickyBar label={t('kit:form.bar')}>
        <span aria-busy={pending}>
          <span className={cx('text-sm', waits === null ? 'text-muted' : 'text-danger-text')}>
            {waits ?? t('order:make.count', { count: draft.lines.length, shown: number(draft.lines.length) })}
          </span>{' '}
          {price && making.isEveryLineValid ? (
            <span className={cx('font-semibold tabular', isStale && 'text-subtle')}>
              {isStale ? (
                <span className="sr-only">
                  {t(pending ? 'order:make.sum.due_old' : 'order:make.sum.due_before')}{' '}
                </span>
              ) : null}
              <MoneyText amount={price.due} />
            </span>
          ) : null}
        </span>
        <PlaceButton making={making} className="ms-auto" />
      </StickyBar>
    </div>
  );
};

type LossQuestionProps = {
  title: string;
  action: string;
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
};

/** Asks before entered data is lost. */
const LossQuestion = ({ title, action, open, onClose, onConfirm }: LossQuestionProps) => {
  const { t } = useTranslation(['order', 'kit']);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={title}
      text={t('order:make.leave.text')}
      confirmLabel={action}
      cancelLabel={t('kit:leave.cancel')}
      danger
      onConfirm={onConfirm}
    />
  );
};

/** Takes an order on the phone: customer, address and items, with the price and its explanation at once. */
const MakeOrder = () => {
  const { t } = useTranslation('order');
  const { number } = useFormat();
  const making = useOrderDraft();
  const last = useLastOrder(making);
  const requested = useRequestedClient(making);
  const { draft, price, isWaitingForPrice: waits } = making;
  const { leaving } = making.saved;
  const short = price?.shortages.filter(({ refused }) => refused).length ?? 0;
  const title = t('make.title');
  useTitle(title);
  // the focus starts in the customer box, because the caller is asked first; at a till it starts in the item search
  const begin = useEffectEvent(() => {
    if (making.till) focusAfterRender(SEARCH_SELECTOR);
    else if (draft.client === null && !matchMedia('(pointer: coarse)').matches)
      focusAfterRender('#order-client');
  });
  useEffect(() => begin(), []);
  const refused = making.placing.failure;
  // a refused field may be out of view, so it gets the focus
  useEffect(() => {
    const field = Object.keys(refused?.errors ?? {}).find(findFieldPlace);
    if (field !== undefined) focusAfterRender(findFieldPlace(field) ?? SEARCH_SELECTOR);
  }, [refused]);
  const submit = () => {
    const missing = making.submit();
    if (missing === null) return;
    focusAfterRender(findFieldPlace(missing) ?? SEARCH_SELECTOR);
  };
  const [isAfresh, askAfresh] = useState(false);
  // asks before entered data is discarded
  const startAfresh = () => (making.saved.touched ? askAfresh(true) : making.clear());
  return (
    <>
      <PageHeader
        title={title}
        breadcrumbs={<BackLink to={paths.orders} label={t('title')} />}
        actions={
          making.saved.touched ? (
            <Button icon={<RotateCcw />} onClick={startAfresh}>
              {t('make.clear')}
            </Button>
          ) : null
        }
      />
      <form noValidate aria-label={title} {...toFormHandlers(submit)}>
        <TillBanner making={making} />
        <DraftBanners making={making} onClear={startAfresh} />
        <fieldset
          // an order without an answer cannot be edited, because a repeat must send the same order
          disabled={making.placing.isUnanswered}
          className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-gap lg:grid-cols-[minmax(0,1fr)_22rem]"
        >
          <div className="grid grid-cols-[minmax(0,1fr)] gap-gap">
            <DraftCustomerCard making={making} last={last} />
            {making.till ? null : <DeliveryCard making={making} />}
            <CartLinesCard making={making} last={last} />
            <OrderExtrasCard making={making} />
          </div>
          <div className="lg:sticky lg:top-[calc(var(--bar-top,0px)+0.5rem)]">
            <SummaryCard making={making}>
              {short > 0 ? (
                <p role="status" className="text-sm text-danger-text">
                  {t('make.short.some', { count: short, shown: number(short) })}
                </p>
              ) : null}
              {making.placing.isUnanswered ? <Banner tone="warning">{t('make.unanswered')}</Banner> : null}
              {waits === null ? null : (
                <p role="alert" className="text-sm text-danger-text max-lg:hidden">
                  {waits}
                </p>
              )}
              <PlaceButton making={making} className="max-lg:hidden" />
            </SummaryCard>
          </div>
        </fieldset>
        <PhoneBar making={making} />
      </form>
      {making.placing.sold ? <SoldDialog of={making.placing.sold} onNext={making.placing.next} /> : null}
      <FreeLineDialog
        failure={refused}
        busy={making.placing.busy}
        onConfirm={() => void making.submit(true)}
        onClose={making.placing.reset}
      />
      <LossQuestion
        title={t('make.leave.title')}
        action={t('make.leave.go')}
        open={leaving.asked}
        onClose={leaving.stay}
        onConfirm={making.saved.leave}
      />
      <LossQuestion
        title={t('make.for_customer', { name: isolateBidi(requested.question ?? '') })}
        action={t('make.afresh.go')}
        open={requested.question !== null}
        onClose={requested.dismiss}
        onConfirm={requested.confirm}
      />
      <LossQuestion
        title={t('make.afresh.title')}
        action={t('make.afresh.go')}
        open={isAfresh}
        onClose={() => askAfresh(false)}
        onConfirm={() => {
          askAfresh(false);
          making.clear();
          focusAfterRender('#order-client');
        }}
      />
    </>
  );
};
