import {
  FormInput,
  FormPage,
  RecordButtons,
  RefsPicker,
  readRecord,
  useDraft,
  useGoBack,
  useRecordActions,
} from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useBranch } from '../../lib/server/current-branch.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import { useTitle } from '../../lib/title.ts';
import { Badge, Banner, Card, CardBody, CardHeader } from '../../ui/index.ts';
import { paymentMethodEndpoints } from './endpoints.ts';
import { formFields } from './fields.ts';

type Method = RowOf<typeof api.paymentMethod.show>;

const createStartValues = (record: Method | null) => ({
  titles: record?.titles ?? { ar: '', en: '', de: '' },
  code: record?.code ?? '',
  type: record?.type ?? ('card' as const),
  desc: record?.desc ?? '',
  min_transaction: record?.min_transaction ?? null,
  max_transaction: record?.max_transaction ?? null,
  delivery_ids: record?.delivery_ids ?? [],
  combinable: (record?.combinable ?? 1) === 1,
  inhouse_holder: (record?.inhouse_holder ?? 1) === 1,
  // a user who only sees the end of the account number sends it back unchanged, and the server keeps the number
  partner_account: record?.partner_account ?? record?.partner_account_hint ?? '',
  margin: record?.margin ?? 0,
  charge_customer: record?.charge_customer === 1,
  ord: record?.ord ?? 0,
  status: (record?.status ?? 1) as 0 | 1,
  // the URL of the stored picture, so that the form notices another picture or its removal
  image_base64: record?.image_url ?? null,
});

/**
 * Returns the values of a new method: it is business-wide if the user sees all branches, else it belongs to the user's
 * branch.
 */
const freshStart = (whole: boolean) => (record: Method | null) =>
  record ? createStartValues(record) : { ...createStartValues(null), master: whole };

export const PaymentMethodForm = ({ record }: { record: Method | null }) => {
  const { t } = useTranslation('payment-method');
  const leave = useGoBack(paths.paymentMethods);
  const whole = useSession().user?.all_branches === true;
  const branch = useBranch();
  const { delete: drop } = useRecordActions(paymentMethodEndpoints, (row: Method) => row.title);
  const draft = useDraft(record ? api.paymentMethod.update : api.paymentMethod.create, {
    facts: formFields,
    record,
    defaults: freshStart(whole),
    ...(record ? { read: () => readRecord(api.paymentMethod.show, record.id) } : {}),
    onSaved: () => leave(),
    keep: `payment-method.${record?.id ?? 'new'}`,
  });
  const locked = record !== null && !record.actions.includes('save');
  useTitle(record?.title ?? t('add'));
  return (
    <FormPage
      draft={draft}
      title={record ? record.title : t('add')}
      beside={
        record?.master === 0 ? (
          <Badge variant="info">
            <bdi>{record.branch_name}</bdi>
          </Badge>
        ) : null
      }
      back={{ to: paths.paymentMethods, label: t('title') }}
      actions={
        <RecordButtons
          noun="payment-method"
          record={record}
          facts={formFields}
          remove={drop}
          onRemoved={leave}
        />
      }
    >
      {locked ? <Banner tone="warning">{t('locked')}</Banner> : null}
      <fieldset
        disabled={locked}
        className="grid min-w-0 items-start gap-gap lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]"
      >
        <div className="grid min-w-0 gap-gap">
          <Card>
            <CardHeader title={t('part.method')} />
            <CardBody className="grid gap-4 sm:grid-cols-2">
              <FormInput of={formFields.titles} required disabled={locked} className="sm:col-span-2" />
              <FormInput of={formFields.code} required disabled={locked} hint={t('code_hint')} />
              <FormInput of={formFields.type} required disabled={locked} hint={t('type_hint')} />
              <FormInput of={formFields.desc} disabled={locked} className="sm:col-span-2" />
            </CardBody>
          </Card>
          <Card>
            <CardHeader title={t('part.use')} description={t('part.use_text')} />
            <CardBody className="grid gap-4 sm:grid-cols-2">
              <FormInput of={formFields.min_transaction} disabled={locked} hint={t('limit_hint')} />
              <FormInput of={formFields.max_transaction} disabled={locked} hint={t('limit_hint')} />
              <FormInput of={formFields.delivery_ids} hint={t('delivery_hint')} className="sm:col-span-2">
                {({ value, onChange }) => (
                  <RefsPicker
                    to="delivery-method"
                    value={value as number[]}
                    onChange={onChange}
                    disabled={locked}
                  />
                )}
              </FormInput>
              <FormInput
                of={formFields.combinable}
                disabled={locked}
                hint={t('combinable_hint')}
                className="sm:col-span-2"
              />
            </CardBody>
          </Card>
          <Card>
            <CardHeader title={t('part.money')} description={t('part.money_text')} />
            <CardBody className="grid gap-4 sm:grid-cols-2">
              <FormInput
                of={formFields.inhouse_holder}
                disabled={locked}
                hint={t('holder_hint')}
                className="sm:col-span-2"
              />
              <FormInput of={formFields.partner_account} disabled={locked} hint={t('partner_hint')} />
              <FormInput of={formFields.margin} required disabled={locked} hint={t('margin_hint')} />
              <FormInput
                of={formFields.charge_customer}
                disabled={locked}
                hint={t('charge_hint')}
                className="sm:col-span-2"
              />
            </CardBody>
          </Card>
        </div>
        <Card>
          <CardHeader title={t('part.shown')} />
          <CardBody className="grid gap-4">
            <FormInput of={formFields.status} disabled={locked} hint={t('status_hint')} />
            {/* a method of one branch belongs to the branch selected in the top bar */}
            {record === null && whole && branch !== null ? (
              <FormInput of={formFields.master} hint={t('master_hint')} />
            ) : null}
            <FormInput of={formFields.ord} disabled={locked} hint={t('ord_hint')} />
            <FormInput of={formFields.image_base64} disabled={locked} />
          </CardBody>
        </Card>
      </fieldset>
    </FormPage>
  );
};
