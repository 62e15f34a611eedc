import { History, Repeat2, UserPlus, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { PhoneText } from '../../../kit/index.ts';
import { useDebounced } from '../../../lib/debounced.ts';
import { isolateBidi, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useNamedRecords } from '../../../lib/list/pick-list.ts';
import { api } from '../../../lib/server/api.ts';
import { useSession } from '../../../lib/server/session.ts';
import { useRead } from '../../../lib/server/use-read-write.ts';
import {
  Avatar,
  Button,
  Card,
  CardBody,
  CardHeader,
  Combobox,
  type ComboboxOption,
  Field,
  Input,
} from '../../../ui/index.ts';
import type { NewOrderDraft } from './draft.ts';
import { focusAfterRender, SEARCH_SELECTOR } from './focus.ts';
import { isPhone, useCustomerCard } from './use-customer-card.ts';
import type { LastOrder } from './use-last-order.ts';
import type { OrderDraft } from './use-order-draft.ts';

type Client = NonNullable<NewOrderDraft['client']>;
type ClientOption = ComboboxOption & { readonly client: Client };

/** Finds the customer of an order by phone or name in one box, or creates one here. */
export const DraftCustomerCard = ({ making, last }: { making: OrderDraft; last: LastOrder }) => {
  const { t } = useTranslation('order');
  const { draft, set } = making;
  const choose = (client: Client | null) => {
    set({ client, address_id: null });
    // the focus moves on: to the item search for a known customer, back to the customer box when there is none
    if (client === null) focusAfterRender('#order-client');
    else if (client.id !== null) focusAfterRender(SEARCH_SELECTOR);
  };
  // a known customer takes one line, so that items and price stay visible
  if (draft.client?.id != null)
    return (
      <Card>
        <CardBody className="pt-4">
          <KnownCustomer client={draft.client} last={last} onClose={() => choose(null)} />
        </CardBody>
      </Card>
    );
  return (
    <Card>
      <CardHeader title={t('make.client.title')} />
      <CardBody>
        {draft.client === null ? (
          <Field
            label={t('make.client.find')}
            error={making.errorOf('client.phone', 'client', 'client_id')}
            id="order-client"
          >
            <CustomerFinder onFound={choose} branch_id={making.branch_id} />
          </Field>
        ) : (
          <NewClient client={draft.client} making={making} onClose={() => choose(null)} />
        )}
      </CardBody>
    </Card>
  );
};

type FinderProps = { onFound: (client: Client) => void; branch_id: number | null };

/**
 * An Enter within this time after the last digit of a phone number belongs to the number, not to the newly focused
 * field.
 */
const ENTER_FOLLOWS_MS = 1_000;

function swallowNextEnter(): void {
  const until = performance.now() + ENTER_FOLLOWS_MS;
  // the time of the press: a busy page handles it later
  const hear = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.timeStamp <= until) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    window.removeEventListener('keydown', hear, { capture: true });
  };
  window.addEventListener('keydown', hear, { capture: true });
}

const CustomerFinder = ({ onFound, branch_id }: FinderProps) => {
  const { t } = useTranslation(['order', 'kit']);
  const { canPick } = useSession();
  const [text, setText] = useState('');
  const keywords = useDebounced(text.trim(), 250);
  const mayLook = canPick(api.account.list);
  const typed = text.trim();
  const isNumber = isPhone(keywords);
  const read = useRead(
    api.account.list,
    { role: 'customer', keywords, limit: 8, sort_by: 'name', sort_as: 'asc' },
    { enabled: mayLook && keywords.length >= 2 },
  );
  const lookup = useCustomerCard(isNumber ? keywords : null, branch_id);
  const customer = typed === keywords ? (lookup.card?.customer ?? null) : null;
  // a complete number opens its customer at once
  const open = useEffectEvent((client: Client) => {
    swallowNextEnter();
    onFound(client);
  });
  const [id, name, phone] = [customer?.id ?? null, customer?.name ?? '', customer?.phone ?? ''];
  useEffect(() => {
    if (id !== null) open({ id, name, phone });
  }, [id, name, phone]);
  const named = useNamedRecords(mayLook ? 'customer' : null, typed.length >= 2 ? typed : '');
  const isLooking = lookup.loading || named.loading || (mayLook && read.isFetching);
  const loading = typed.length >= 2 && (typed !== keywords || isLooking);
  const matches = mayLook && typed.length >= 2 && !loading ? (read.results ?? []) : [];
  const rows = [...matches, ...named.rows.filter(({ id }) => !matches.some((match) => match.id === id))];
  const fresh: Client = isPhone(typed)
    ? { id: null, name: '', phone: typed }
    : { id: null, name: typed, phone: '' };
  const options: ClientOption[] = rows.map((row) => ({
    value: String(row.id),
    label: row.name ?? '',
    hint: <bdi dir="ltr">{row.phone ?? '–'}</bdi>,
    client: { id: row.id, name: row.name ?? '', phone: row.phone ?? '' },
  }));
  if (typed.length >= 2 && !loading) {
    const isOffered = !mayLook || named.isFree;
    const label = isOffered
      ? t('order:make.client.new_of', { text: isolateBidi(typed) })
      : t('order:make.client.same_name');
    options.push({ value: 'new', label, client: fresh, disabled: !isOffered });
  }
  return (
    <>
      <Combobox
        value={null}
        options={options}
        onSearch={setText}
        loading={loading}
        emptyText={t('order:make.client.type')}
        placeholder={t('order:make.client.placeholder')}
        onChange={(option) => option && onFound(option.client)}
      />
      {lookup.failure ? (
        <p role="alert" className="text-sm text-danger-text">
          {lookup.failure.message}
        </p>
      ) : null}
    </>
  );
};

type KnownProps = { client: Client; last: LastOrder; onClose: () => void };

/** A known customer in one line, with their last order. */
const KnownCustomer = ({ client, last: { card, failure, order, repeat, notSold }, onClose }: KnownProps) => {
  const { t } = useTranslation('order');
  const { number, date, list } = useFormat();
  const last = card?.last_order;
  const count = card?.orders_count;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Avatar name={client.name} />
        <p className="min-w-0 font-medium [overflow-wrap:anywhere]">
          <bdi>{client.name}</bdi>
        </p>
        <PhoneText phone={client.phone || null} name={client.name} />
        {count === undefined ? null : (
          <p className="text-sm text-subtle">
            {count === 0
              ? t('make.client.first')
              : t('make.client.orders', { count, shown: isolateBidi(number(count)) })}
            {last ? (
              <>
                <span aria-hidden="true"> · </span>
                {t('make.client.last', { day: isolateBidi(date(last.created_at)) })}
              </>
            ) : null}
          </p>
        )}
        <span className="ms-auto flex flex-wrap gap-2">
          {order ? (
            <Button size="sm" icon={<History />} onClick={repeat}>
              {t('make.client.again')}
            </Button>
          ) : null}
          <Button size="sm" icon={<Repeat2 />} onClick={onClose}>
            {t('make.client.change')}
          </Button>
        </span>
      </div>
      {failure ? (
        <p role="alert" className="text-sm text-danger-text">
          {failure.message}
        </p>
      ) : null}
      {notSold.length > 0 ? (
        <p role="status" className="text-sm text-warning-text">
          {t('make.client.not_sold', { titles: list(notSold.map(isolateBidi)) })}
        </p>
      ) : null}
    </div>
  );
};

type NewProps = { client: Client; making: OrderDraft; onClose: () => void };

/** Creates a customer; if the phone is already known, uses its existing customer. */
const NewClient = ({ client, making, onClose }: NewProps) => {
  const { t } = useTranslation(['order', 'fields']);
  const { set, errorOf } = making;
  const type = (part: Partial<Client>) => set({ client: { ...client, ...part } });
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="inline-flex items-center gap-2 text-sm text-muted">
          <UserPlus aria-hidden="true" className="size-4" />
          {t('order:make.client.is_new')}
        </p>
        <Button size="sm" variant="ghost" icon={<X />} onClick={onClose}>
          {t('order:make.client.look_again')}
        </Button>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t('fields:phone')} error={errorOf('client.phone', 'client')} id="order-phone" required>
          <Input
            dir="ltr"
            inputMode="tel"
            autoComplete="off"
            value={client.phone}
            onChange={(event) => type({ phone: event.target.value })}
          />
        </Field>
        <Field label={t('fields:name')} error={errorOf('client.name')} id="order-name" required>
          <Input
            dir="auto"
            autoComplete="off"
            // the first empty one of name and phone gets the focus
            autoFocus={client.name === ''}
            value={client.name}
            onChange={(event) => type({ name: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) focusAfterRender(SEARCH_SELECTOR);
            }}
          />
        </Field>
      </div>
    </div>
  );
};
