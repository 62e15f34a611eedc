import { Repeat2, UserPlus, X } from 'lucide-react';
import { useState } from 'react';
import { Phone } from '../../../kit/index.ts';
import { api } from '../../../lib/api.ts';
import { useDebounced } from '../../../lib/debounced.ts';
import { isolate, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useRead } from '../../../lib/read.ts';
import { useSession } from '../../../lib/session.ts';
import {
  Avatar,
  Button,
  Card,
  CardBody,
  CardHead,
  Combobox,
  type ComboboxOption,
  Field,
  Input,
} from '../../../ui/index.ts';
import type { Draft } from './draft.ts';
import { FIND, focusSoon } from './focus.ts';
import type { Making } from './use-making.ts';

type Client = NonNullable<Draft['client']>;
type ClientOption = ComboboxOption & { readonly client: Client };

/** Digits in any writing, with what stands between them: a phone and not a name. */
const isPhone = (text: string): boolean => /^[+\p{Nd}][\p{Nd}\s()./-]*$/u.test(text.trim());

/** Who the order is for: found by phone or name in one box, or made on the spot. */
export const ClientCard = ({ making }: { making: Making }) => {
  const { t } = useTranslation('order');
  const { draft, set } = making;
  const choose = (client: Client | null) => {
    set({ client, address_id: null, ...(client ? {} : { keep_place: true }) });
    // what is asked next: what they want, or, of nobody, who they are
    if (client === null) focusSoon('#order-client');
    else if (client.id !== null) focusSoon(FIND);
  };
  return (
    <Card>
      <CardHead title={t('make.client.title')} />
      <CardBody>
        {draft.client === null ? (
          <Field
            label={t('make.client.find')}
            error={making.errorOf('client.phone', 'client', 'client_id')}
            id="order-client"
          >
            <Finder onFound={choose} />
          </Field>
        ) : draft.client.id === null ? (
          <NewClient client={draft.client} making={making} onClose={() => choose(null)} />
        ) : (
          <Known client={draft.client} onClose={() => choose(null)} />
        )}
      </CardBody>
    </Card>
  );
};

const Finder = ({ onFound }: { onFound: (client: Client) => void }) => {
  const { t } = useTranslation(['order', 'kit']);
  const { canPick } = useSession();
  const [asked, setAsked] = useState('');
  const keywords = useDebounced(asked.trim(), 200);
  const mayLook = canPick(api.account.list);
  const read = useRead(
    api.account.list,
    { role: 'customer', keywords, limit: 8, sort_by: 'name', sort_as: 'asc' },
    { enabled: mayLook && keywords.length >= 2 },
  );
  const typed = asked.trim();
  const loading = mayLook && typed.length >= 2 && (read.isFetching || typed !== keywords);
  const found = typed.length >= 2 && !loading ? (read.results ?? []) : [];
  const fresh: Client = isPhone(typed)
    ? { id: null, name: '', phone: typed }
    : { id: null, name: typed, phone: '' };
  const options: ClientOption[] = found.map(({ id, name, phone }) => ({
    value: String(id),
    label: name,
    hint: <bdi dir="ltr">{phone ?? '–'}</bdi>,
    client: { id, name, phone: phone ?? '' },
  }));
  if (typed.length >= 2 && !loading)
    options.push({
      value: 'new',
      label: t('order:make.client.new_of', { text: isolate(typed) }),
      client: fresh,
    });
  return (
    <Combobox
      value={null}
      options={options}
      onSearch={setAsked}
      loading={loading}
      emptyText={t('order:make.client.type')}
      placeholder={t('order:make.client.placeholder')}
      onChange={(option) => option && onFound(option.client)}
    />
  );
};

type KnownProps = { client: Client; onClose: () => void };

/** A customer of the shop, with what they ordered before. */
const Known = ({ client, onClose }: KnownProps) => {
  const { t } = useTranslation('order');
  const { number, date } = useFormat();
  const { can } = useSession();
  const read = useRead(
    api.order.list,
    { client_id: client.id ?? 0, limit: 1, sort_by: 'created_at', sort_as: 'desc' },
    // a seller is told of their own orders only: that says nothing of the customer
    { enabled: can({ ...api.order.list, permission: { resource: 'orders', action: 'view' } }) },
  );
  const last = read.results?.[0];
  const count = read.meta?.total;
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Avatar name={client.name} />
      <div className="min-w-0 flex-1 basis-44">
        <p className="font-medium [overflow-wrap:anywhere]">
          <bdi>{client.name}</bdi>
        </p>
        <Phone phone={client.phone || null} name={client.name} />
        {count === undefined || read.isPlaceholderData ? null : (
          <p className="text-sm text-subtle">
            {count === 0
              ? t('make.client.first')
              : t('make.client.orders', { count, shown: isolate(number(count)) })}
            {last ? (
              <>
                <span aria-hidden="true"> · </span>
                {t('make.client.last', { day: isolate(date(last.created_at)) })}
                {last.address ? (
                  <>
                    <span aria-hidden="true"> · </span>
                    <bdi>{last.address}</bdi>
                  </>
                ) : null}
              </>
            ) : null}
          </p>
        )}
      </div>
      <Button size="sm" icon={<Repeat2 />} className="ms-auto" onClick={onClose}>
        {t('make.client.change')}
      </Button>
    </div>
  );
};

type NewProps = { client: Client; making: Making; onClose: () => void };

/** Somebody new: a phone that is known after all leads to the customer who has it. */
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
            // whichever was typed already, the other one is next
            autoFocus={client.name === ''}
            value={client.name}
            onChange={(event) => type({ name: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) focusSoon(FIND);
            }}
          />
        </Field>
      </div>
    </div>
  );
};
