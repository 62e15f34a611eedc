import { Plus } from 'lucide-react';
import {
  Can,
  FormInput,
  FormPage,
  Link,
  PhoneText,
  RecordButtons,
  readRecord,
  useDraft,
  useGoBack,
  useNameQuestion,
  useRecordActions,
} from '../../kit/index.ts';
import { MoneySums } from '../../kit/kinds/money.tsx';
import { listSumsByCurrency } from '../../lib/currency.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useTitle } from '../../lib/title.ts';
import { Banner, Button, Card, CardBody, CardHeader } from '../../ui/index.ts';
import { AssignedItems } from './assigned-items.tsx';
import { formFields } from './fields.ts';
import { SupplierLedger } from './ledger.tsx';

type Supplier = RowOf<typeof api.supplier.show>;

const createStartValues = (record: Supplier | null) => ({
  name: record?.name ?? '',
  phone: record?.phone ?? '',
  email: record?.email ?? '',
  delivery_days: record?.delivery_days ?? 3,
  order_every_days: record?.order_every_days ?? 7,
  minimum_order: record?.minimum_order ?? 0,
  notes: record?.notes ?? '',
  status: (record?.status ?? 1) as 0 | 1,
});

/** A supplier's form with the account: purchases, payments and balance. */
export const SupplierForm = ({ record }: { record: Supplier | null }) => {
  const { t } = useTranslation('supplier');
  const leave = useGoBack(paths.suppliers);
  const { delete: drop } = useRecordActions(api.supplier, (row: Supplier) => row.name);
  const naming = useNameQuestion();
  const draft = useDraft(api.supplier.save, {
    ...naming.options,
    facts: formFields,
    record,
    defaults: createStartValues,
    ...(record ? { read: () => readRecord(api.supplier.show, record.id) } : {}),
    onSaved: () => leave(),
    keep: `supplier.${record?.id ?? 'new'}`,
  });
  const locked = record !== null && !record.actions.includes('save');
  useTitle(record?.name ?? t('add'));
  const details = (
    <Card>
      <CardHeader title={t('part.supplier')} />
      <CardBody className="grid gap-4">
        <FormInput of={formFields.name} required disabled={locked} />
        <FormInput of={formFields.phone} disabled={locked} hint={t('phone_hint')} />
        <FormInput of={formFields.email} disabled={locked} hint={t('email_hint')} />
        <div className="grid grid-cols-2 gap-4">
          <FormInput of={formFields.delivery_days} disabled={locked} />
          <FormInput of={formFields.order_every_days} disabled={locked} />
        </div>
        <FormInput of={formFields.minimum_order} disabled={locked} />
        <FormInput of={formFields.status} disabled={locked} hint={t('status_hint')} />
        <FormInput of={formFields.notes} disabled={locked} />
      </CardBody>
    </Card>
  );
  return (
    <FormPage
      draft={draft}
      title={record ? record.name : t('add')}
      back={{ to: paths.suppliers, label: t('title') }}
      beside={record?.phone ? <PhoneText phone={record.phone} name={record.name} /> : null}
      actions={
        <>
          <RecordButtons noun="supplier" record={record} facts={formFields} remove={drop} onRemoved={leave} />
          {record ? (
            <Can use={api.receipt.save}>
              <Button asChild icon={<Plus />}>
                <Link to={withQuery(paths.receiptNew, { supplier_id: record.id })}>{t('receive')}</Link>
              </Button>
            </Can>
          ) : null}
        </>
      }
    >
      {naming.question(draft)}
      {locked ? <Banner tone="warning">{t('locked')}</Banner> : null}
      {record ? (
        <>
          <SupplierTotals of={record} />
          <div className="grid items-start gap-gap lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <div className="grid min-w-0 gap-gap">
              <SupplierLedger supplier_id={record.id} />
              <Can use={api.supplier.items}>
                <AssignedItems supplier_id={record.id} />
              </Can>
            </div>
            {details}
          </div>
        </>
      ) : (
        <div className="max-w-2xl">{details}</div>
      )}
    </FormPage>
  );
};

/** The three totals of the account, each with one amount per currency. */
const SupplierTotals = ({ of }: { of: Supplier }) => {
  const { t } = useTranslation(['supplier', 'fields']);
  const figures = [
    { name: t('supplier:bought'), sums: listSumsByCurrency(of.amounts, 'net') },
    { name: t('fields:paid'), sums: listSumsByCurrency(of.amounts, 'paid') },
    { name: t('supplier:owed'), sums: listSumsByCurrency(of.amounts, 'balance') },
  ];
  return (
    <dl className="grid gap-gap sm:grid-cols-3">
      {figures.map(({ name, sums }) => (
        <div key={name} className="rounded-lg border border-line bg-surface px-4 py-3">
          <dt className="text-sm text-subtle">{name}</dt>
          <dd className="text-lg font-semibold tabular">
            <MoneySums of={sums} />
          </dd>
        </div>
      ))}
    </dl>
  );
};
