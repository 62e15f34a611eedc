import { useState } from 'react';
import { isolateBidi } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { findMissingPart, formatLocalDateTime, parseLocalDateTime } from '../../../lib/local-date-time.ts';
import { useBranchZone } from '../../../lib/shop-zone.ts';
import { Button, ConfirmDialog, Dialog } from '../../../ui/index.ts';
import { DeliveryCard, type DeliveryDraft } from '../make/delivery-card.tsx';
import { EMPTY, type NewOrderDraft, toAddressInput } from '../make/draft.ts';
import { useDeliveryQuote } from '../make/use-place-quote.ts';
import { formatOrderNumber, type OrderDetails } from '../shared/order-status.tsx';
import { type OrderChange, useSaveOrder } from '../shared/use-save-order.ts';
import { ChangeNotices, ChangeSummary, toChangedCart, useOrderChangePrice } from './change-price.tsx';

/** Returns the delivery of an order as a draft for the fields of a new order. */
const toDeliveryDraft = (of: OrderDetails, zone: string): NewOrderDraft => ({
  ...EMPTY,
  client:
    of.client_id === null
      ? null
      : { id: of.client_id, name: of.client_name ?? '', phone: of.client_phone ?? '' },
  address_id: of.address_id,
  place: {
    area_id: of.place.area_id,
    area_no: of.place.area_no ?? '',
    street: of.place.street ?? '',
    home_no: of.place.home_no ?? '',
    lat: of.place.lat,
    lng: of.place.lng,
  },
  type: of.type,
  branch_id: of.branch_id,
  delivery_id: of.delivery_id,
  preferred: formatLocalDateTime(of.preferred_at, zone),
});

type DeliveryChange = Pick<
  OrderChange,
  'type' | 'branch_id' | 'keep_branch' | 'preferred_at' | 'delivery_id' | 'address_id' | 'client'
>;

/**
 * Returns the changed parts of a delivery; only these are sent.
 * @param zone of the draft's branch, in which the requested time is entered
 */
export function buildDeliveryChange(order: OrderDetails, draft: NewOrderDraft, zone: string): DeliveryChange {
  const before = toDeliveryDraft(order, zone);
  const change: DeliveryChange = {};
  if (draft.type !== before.type) change.type = draft.type;
  if (draft.branch_id !== null && draft.branch_id !== before.branch_id) change.branch_id = draft.branch_id;
  if (draft.keep_branch) change.keep_branch = 1;
  if (draft.preferred !== before.preferred) change.preferred_at = parseLocalDateTime(draft.preferred, zone);
  if (draft.type !== 'delivery') return change;
  if (draft.delivery_id !== before.delivery_id) change.delivery_id = draft.delivery_id;
  if (draft.address_id !== null) {
    if (draft.address_id !== before.address_id) change.address_id = draft.address_id;
  } else if (JSON.stringify(draft.place) !== JSON.stringify(before.place)) {
    const place = toAddressInput(draft.place);
    // an emptied address is sent explicitly, because a missing one would keep the stored address
    change.client = Object.keys(place).length > 0 ? place : { area_id: null };
  }
  return change;
}

/**
 * Edits the address, method and time of a delivery until the order is sent; the effect on the price is shown before it
 * is saved.
 */
export const DeliveryEditor = ({ of, onClose }: { of: OrderDetails; onClose: () => void }) => {
  const { t } = useTranslation(['order', 'kit']);
  const ownZone = useBranchZone(of.branch_id);
  const [draft, setDraft] = useState<NewOrderDraft>(() => toDeliveryDraft(of, ownZone));
  const zone = useBranchZone(draft.branch_id);
  const [isLeaving, setLeaving] = useState(false);
  const save = useSaveOrder({
    onSaved: onClose,
    onRefused: ({ errors }) => Object.keys(errors).length > 0,
  });
  const place = useDeliveryQuote(draft);
  const part = buildDeliveryChange(of, draft, zone);
  const isChanged = Object.keys(part).length > 0;
  const elsewhere = draft.keep_branch ? null : (place.quote?.elsewhere ?? null);
  const change = useOrderChangePrice(of, isChanged ? { cart: toChangedCart(of), ...part } : null);
  const { price, pending, failure } = change;
  const errors = save.failure?.errors ?? {};
  const making: DeliveryDraft = {
    // when the customer's address was deleted, the place stored in the order is used
    draft:
      place.isKnown && place.address === null && draft.address_id !== null
        ? { ...draft, address_id: null }
        : draft,
    set: (next) => setDraft((now) => ({ ...now, keep_branch: false, ...next })),
    errorOf: (name) => errors[name]?.[0] ?? failure?.errors[name]?.[0],
    place,
    price,
    tried: true,
    elsewhere: isChanged ? elsewhere : null,
    branch_id: draft.branch_id,
  };
  const leave = () => (isChanged ? setLeaving(true) : onClose());
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => open || leave()}
      title={t('order:edit.delivery_title', { number: isolateBidi(formatOrderNumber(of)) })}
      description={t('order:edit.delivery_text')}
      closeLabel={t('kit:close')}
      footer={
        <>
          <ChangeSummary {...change} />
          <Button onClick={leave}>{t('kit:cancel')}</Button>
          <Button
            variant="primary"
            // disabled until the user has seen the new price
            disabled={
              !isChanged ||
              pending ||
              failure !== null ||
              making.elsewhere !== null ||
              findMissingPart(draft.preferred) !== null
            }
            loading={save.busy}
            onClick={() => void save.save(of, part, 'edited')}
          >
            {t('order:edit.delivery_save')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <ChangeNotices price={price} failure={failure} />
        <DeliveryCard making={making} />
      </div>
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={setLeaving}
        title={t('order:edit.delivery_leave')}
        text={t('order:edit.leave_text')}
        confirmLabel={t('order:edit.drop')}
        cancelLabel={t('kit:leave.cancel')}
        danger
        onConfirm={onClose}
      />
    </Dialog>
  );
};
