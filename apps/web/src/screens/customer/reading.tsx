import { ShoppingCart } from 'lucide-react';
import {
  ActionItem,
  Can,
  type EditMode,
  FactsCard,
  Instant,
  Link,
  PhoneText,
  ReadingPage,
  StatusSwitch,
  useGoBack,
  useRecordActions,
  WhenNear,
} from '../../kit/index.ts';
import { Bdi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import { useTitle } from '../../lib/title.ts';
import { Avatar, Button } from '../../ui/index.ts';
import { CustomerAddresses } from './addresses.tsx';
import { formFields, statusField } from './fields.ts';
import { CustomerOrders } from './orders.tsx';

export type CustomerDetails = RowOf<typeof api.account.show>;

const historyFields = { ...formFields, status: statusField };

/** The page of a customer to read: what they ordered and owe, how to reach them, and where they live. */
export const CustomerReading = ({ record, edit }: { record: CustomerDetails; edit: EditMode }) => {
  const { t } = useTranslation(['customer', 'fields']);
  const { can } = useSession();
  const leave = useGoBack(paths.customers);
  const actions = useRecordActions(api.account, (row: CustomerDetails) => row.name);
  useTitle(record.name);
  return (
    <ReadingPage
      title={<bdi>{record.name}</bdi>}
      back={{ to: paths.customers, label: t('customer:title') }}
      picture={<Avatar name={record.name} src={record.avatar_url} size="lg" className="size-12!" />}
      status={<StatusSwitch record={record} mayEdit={edit.open !== null} actions={actions} />}
      description={record.phone ? <PhoneText phone={record.phone} name={record.name} /> : null}
      primary={
        can(api.order.make) && record.status === 1 ? (
          <Button asChild variant="primary" icon={<ShoppingCart />}>
            <Link isAction to={withQuery(paths.orderNew, { client: record.id })}>
              {t('customer:new_order')}
            </Link>
          </Button>
        ) : null
      }
      edit={edit}
      save={api.account.save}
      locked={t('customer:locked')}
      more={
        actions.delete.applies(record) ? (
          <ActionItem action={actions.delete} record={record} onDone={leave} />
        ) : null
      }
      aside={
        <>
          <FactsCard
            title={t('customer:contact')}
            facts={[
              {
                id: 'phone',
                name: t('fields:phone'),
                value: record.phone ? (
                  <a
                    href={`tel:${record.phone}`}
                    className="hit rounded-sm text-primary-text hover:underline"
                  >
                    <Bdi dir="ltr">{record.phone}</Bdi>
                  </a>
                ) : null,
              },
              {
                id: 'email',
                name: t('fields:email'),
                value: record.email ? (
                  <a
                    href={`mailto:${record.email}`}
                    className="hit rounded-sm text-primary-text hover:underline"
                  >
                    <Bdi dir="ltr">{record.email}</Bdi>
                  </a>
                ) : null,
              },
              { id: 'since', name: t('customer:since'), value: <Instant at={record.created_at} /> },
              {
                id: 'last_seen',
                name: t('customer:last_seen'),
                value: record.last_seen_at ? <Instant at={record.last_seen_at} /> : null,
              },
            ]}
          />
          <Can use={api.address.list}>
            <WhenNear placeholder={<div className="h-24" />}>
              <CustomerAddresses user_id={record.id} />
            </WhenNear>
          </Can>
        </>
      }
      history={{ noun: 'account', id: record.id, facts: historyFields }}
    >
      <Can use={api.order.list}>
        <CustomerOrders client_id={record.id} />
      </Can>
    </ReadingPage>
  );
};
