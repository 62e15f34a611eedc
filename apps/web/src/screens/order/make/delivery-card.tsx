import { Clock, MapPin, MapPinned, Repeat2, Store } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { RefPicker } from '../../../kit/index.ts';
import { MoneyText } from '../../../kit/kinds/money.tsx';
import { isolateBidi, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { api } from '../../../lib/server/api.ts';
import { useRead } from '../../../lib/server/use-read-write.ts';
import { useBranchZone } from '../../../lib/shop-zone.ts';
import { BranchTimeField } from '../../../shared/branch-time-field.tsx';
import {
  Banner,
  Button,
  Card,
  CardBody,
  CardHeader,
  cx,
  Field,
  RadioGroup,
  SegmentedControl,
  Select,
} from '../../../ui/index.ts';
import { TYPES } from './draft.ts';
import { NewPlace } from './new-address.tsx';
import type { OrderDraft } from './use-order-draft.ts';

/** The part of an order draft that the delivery fields use, for new orders and for changes of an order. */
export type DeliveryDraft = Pick<
  OrderDraft,
  'draft' | 'set' | 'errorOf' | 'place' | 'price' | 'tried' | 'elsewhere' | 'branch_id'
>;

const OPEN = { status: 1 } as const;
const NEW = 'new';

/** The delivery, pickup or dine-in of an order: address, branch, method and time. */
export const DeliveryCard = ({ making }: { making: DeliveryDraft }) => {
  const { t } = useTranslation(['order', 'fields']);
  const { draft, set, errorOf } = making;
  const isDelivered = draft.type === 'delivery';
  const zone = useBranchZone(making.branch_id);
  return (
    <Card>
      <CardHeader
        title={t('order:make.where.title')}
        actions={
          <SegmentedControl
            aria-label={t('fields:type')}
            value={draft.type}
            onChange={(type) => set({ type })}
            options={TYPES.map((value) => ({ value, label: t(`order:make.type.${value}`) }))}
          />
        }
      />
      <CardBody className="grid gap-3">
        {isDelivered ? <AddressChoice making={making} /> : null}
        <div className="grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-3">
          <Field label={t('fields:branch_id')} error={errorOf('branch_id')} id="order-branch">
            <RefPicker
              to="branch"
              fixed={OPEN}
              value={making.branch_id}
              // driver and seller belong to the old branch
              onChange={(branch_id) => set({ branch_id, driver_id: null, seller_id: null })}
            />
          </Field>
          {isDelivered ? <DeliveryMethodChoice making={making} /> : null}
          <BranchTimeField
            label={t(`order:make.where.time.${draft.type}`)}
            hint={t(`order:make.where.time_hint.${draft.type}`)}
            error={errorOf('preferred_at')}
            value={draft.preferred}
            onChange={(preferred) => set({ preferred })}
            zone={zone}
          />
        </div>
      </CardBody>
    </Card>
  );
};

/** Selects one of the customer's addresses or a new one, with its delivery terms. */
const AddressChoice = ({ making }: { making: DeliveryDraft }) => {
  const { t } = useTranslation(['order', 'fields']);
  const { draft, set, place } = making;
  const { addresses, isKnown } = place;
  const client_id = draft.client?.id ?? null;
  const first = addresses[0]?.id ?? null;
  const isGone = draft.address_id !== null && isKnown && place.address === null;
  // selects the first address, which is the customer's default, unless the user has entered another place
  const choose = useEffectEvent(() => {
    if (client_id === null || !isKnown || hasPlace(draft.place)) return;
    if (isGone || draft.address_id === null) set({ address_id: first });
  });
  // runs again for each customer, once their addresses are loaded
  const settled = `${client_id} ${isKnown} ${first}`;
  useEffect(() => {
    if (settled) choose();
  }, [settled]);
  const [isOpen, setOpen] = useState(false);
  return (
    <div id="order-where" className="grid gap-2">
      {place.address !== null && !isOpen ? (
        <ChosenAddress address={place.address} onChange={() => setOpen(true)} />
      ) : addresses.length > 0 ? (
        <RadioGroup
          aria-label={t('fields:address_id')}
          value={draft.address_id === null ? NEW : String(draft.address_id)}
          onChange={(value) => {
            set({ address_id: value === NEW ? null : Number(value) });
            setOpen(false);
          }}
          className="grid! gap-2! sm:grid-cols-2 [&>div]:rounded-lg [&>div]:border [&>div]:border-line [&>div]:px-3 [&>div]:py-2 [&>div:has([data-state=checked])]:border-primary-solid [&>div:has([data-state=checked])]:bg-primary-soft"
          options={[
            ...addresses.map(({ id, name, info, area_name, zone }) => ({
              value: String(id),
              label: <bdi className="font-medium">{name}</bdi>,
              hint: (
                <>
                  <bdi className="block">{addressText({ area_name, info })}</bdi>
                  {zone ? (
                    <>
                      <bdi>{zone.name}</bdi> · <MoneyText amount={zone.delivery_charge} />
                    </>
                  ) : (
                    <span className="text-danger-text">{t('order:make.where.none')}</span>
                  )}
                </>
              ),
            })),
            { value: NEW, label: t('order:make.where.new'), hint: t('order:make.where.new_hint') },
          ]}
        />
      ) : null}
      {draft.address_id === null ? <NewPlace making={making} /> : null}
      <ZoneTerms making={making} />
    </div>
  );
};

type KnownAddress = NonNullable<OrderDraft['place']['address']>;

const addressText = ({ area_name, info }: Pick<KnownAddress, 'area_name' | 'info'>): string =>
  [area_name, info.area_no, info.street, info.home_no].filter(Boolean).join(', ');

/** The selected address in one line. */
const ChosenAddress = ({ address, onChange }: { address: KnownAddress; onChange: () => void }) => {
  const { t } = useTranslation('order');
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <MapPin aria-hidden="true" className="size-4 shrink-0 text-subtle" />
      <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <bdi className="font-medium">{address.name}</bdi>
        <span aria-hidden="true"> · </span>
        <bdi>{addressText(address)}</bdi>
      </p>
      <Button size="sm" icon={<Repeat2 />} onClick={onChange}>
        {t('make.where.change')}
      </Button>
    </div>
  );
};

const hasPlace = (place: OrderDraft['draft']['place']): boolean =>
  place.area_id !== null || place.lat !== null || place.street !== '';

/** The current delivery terms of the address: fee, free-delivery threshold, minimum, time and method. */
const ZoneTerms = ({ making }: { making: DeliveryDraft }) => {
  const { t } = useTranslation('order');
  const { number } = useFormat();
  const { place, set, errorOf, price, tried } = making;
  const { quote, none } = place;
  const branches = useRead(
    api.branch.list,
    { id: quote?.branch_id ?? 0, limit: 1 },
    {
      enabled: quote?.branch_id != null,
    },
  );
  const branch = branches.results?.find(({ id }) => id === quote?.branch_id)?.name ?? price?.branch_name;
  const refusal = errorOf('address_id');
  // without an address yet, the server's refusal is not shown as an error
  if (!place.isPlaced && refusal)
    return <p className={cx('text-sm', tried ? 'text-danger-text' : 'text-muted')}>{t('make.where.tell')}</p>;
  if (none || refusal)
    return (
      <Banner
        tone="danger"
        actions={
          <Button size="sm" onClick={() => set({ type: 'take_away' })}>
            {t('make.where.collect')}
          </Button>
        }
      >
        {none ? t('make.where.none_here') : refusal}
      </Banner>
    );
  if (making.elsewhere) return <OtherBranchNotice elsewhere={making.elsewhere} making={making} />;
  if (!quote) return null;
  const free = quote.free_after_amount ?? 0;
  return (
    <section
      aria-label={t('make.where.zone')}
      className="flex flex-wrap items-center gap-x-5 gap-y-1 rounded-lg bg-sunken px-3.5 py-2.5"
    >
      <span className="inline-flex items-center gap-2 font-medium">
        <MapPinned aria-hidden="true" className="size-4 text-subtle" />
        <bdi>{quote.name}</bdi>
      </span>
      <span>
        <span className="text-subtle">{t('make.where.charge')}</span>{' '}
        <MoneyText amount={quote.delivery_charge ?? 0} />
      </span>
      {free > 0 ? (
        <span>
          <span className="text-subtle">{t('make.where.free')}</span> <MoneyText amount={free} />
        </span>
      ) : null}
      {quote.min_order ? (
        <span>
          <span className="text-subtle">{t('make.where.min')}</span> <MoneyText amount={quote.min_order} />
        </span>
      ) : null}
      {quote.delivery_minutes == null ? null : (
        <span className="inline-flex items-center gap-1.5">
          <Clock aria-hidden="true" className="size-4 text-subtle" />
          {t('make.where.minutes', {
            count: quote.delivery_minutes,
            shown: isolateBidi(number(quote.delivery_minutes)),
          })}
        </span>
      )}
      {branch ? (
        <span className="inline-flex items-center gap-1.5">
          <Store aria-hidden="true" className="size-4 text-subtle" />
          <bdi>{branch}</bdi>
        </span>
      ) : null}
    </section>
  );
};

type ElsewhereProps = { elsewhere: NonNullable<OrderDraft['elsewhere']>; making: DeliveryDraft };

/**
 * Shown when the pin is in a zone of other branches: names them and offers to switch. Nothing changes until the user
 * chooses.
 */
const OtherBranchNotice = ({ elsewhere, making }: ElsewhereProps) => {
  const { t } = useTranslation('order');
  const { list } = useFormat();
  const { draft, set, place } = making;
  const { zone_name, branches, may_keep } = elsewhere;
  const takePinOff = () => {
    const info = place.address?.info;
    const savedAddress = info
      ? {
          area_id: info.area_id,
          area_no: info.area_no ?? '',
          street: info.street ?? '',
          home_no: info.home_no ?? '',
        }
      : draft.place;
    set({ address_id: null, place: { ...savedAddress, lat: null, lng: null } });
  };
  return (
    <div id="order-elsewhere">
      <Banner
        tone="warning"
        title={t('make.where.elsewhere', {
          zone: isolateBidi(zone_name),
          branches: list(branches.map(({ name }) => isolateBidi(name))),
        })}
      >
        <span className="flex flex-wrap gap-2 pt-1">
          {may_keep ? (
            <Button size="sm" onClick={() => set({ keep_branch: true })}>
              {t('make.where.keep_branch')}
            </Button>
          ) : null}
          {branches
            .filter(({ may_choose }) => may_choose)
            .map(({ id, name }) => (
              <Button
                key={id}
                size="sm"
                onClick={() => set({ branch_id: id, driver_id: null, seller_id: null })}
              >
                {t('make.where.hand_to', { branch: isolateBidi(name) })}
              </Button>
            ))}
          <Button size="sm" onClick={takePinOff}>
            {t('make.where.pin_off')}
          </Button>
        </span>
      </Banner>
    </div>
  );
};

/** The delivery methods of the branch; in-house delivery is preselected. */
const DeliveryMethodChoice = ({ making }: { making: DeliveryDraft }) => {
  const { t } = useTranslation(['order', 'fields']);
  const { draft, set, branch_id, errorOf } = making;
  const read = useRead(
    api.deliveryMethod.list,
    { status: 1, sort_by: 'ord', sort_as: 'asc', limit: 100, ...(branch_id === null ? {} : { branch_id }) },
    { enabled: branch_id !== null },
  );
  const methods = read.results ?? [];
  const usual = methods.find(({ inhouse }) => inhouse === 1) ?? methods[0];
  const value = draft.delivery_id ?? usual?.id;
  return (
    <Field label={t('fields:delivery_id')} error={errorOf('delivery_id')}>
      <Select
        value={value === undefined ? undefined : String(value)}
        onChange={(id) => set({ delivery_id: Number(id) })}
        placeholder={t(branch_id === null ? 'order:make.where.branch_first' : 'order:make.where.no_method')}
        disabled={methods.length === 0}
        options={methods.map(({ id, title, delivery_cost, inhouse }) => ({
          value: String(id),
          label: (
            <>
              <bdi>{title}</bdi>
              {delivery_cost > 0 ? (
                <span className="text-subtle">
                  {' '}
                  {inhouse === 1 ? '+ ' : ''}
                  <MoneyText amount={delivery_cost} />
                </span>
              ) : null}
            </>
          ),
        }))}
      />
    </Field>
  );
};
