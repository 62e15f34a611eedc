import { TAX_MODES } from 'virtual:facts';
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
import { ZonePicker } from '../../kit/pickers/zone-picker.tsx';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { useTitle } from '../../lib/title.ts';
import { Banner, Card, CardBody, CardHeader, Select } from '../../ui/index.ts';
import { type Branch, getBranchFormValues } from './default-values.ts';
import { branchEndpoints } from './endpoints.ts';
import { DeviceLines, PhoneLines, PrinterLines } from './equipment.tsx';
import { formFields } from './fields.ts';
import { BranchMapPoint } from './map-point.tsx';
import { BranchParts } from './parts.tsx';
import { PlaceFields } from './place.tsx';
import { PrinterTests } from './printer-tests.tsx';
import { TillPairing } from './till-pairing.tsx';

/** The option for a branch that uses the shop's setting. */
const SHOP = 'shop';

export const BranchForm = ({ record }: { record: Branch | null }) => {
  const { t } = useTranslation('branch');
  const { can } = useSession();
  const leave = useGoBack(paths.branches);
  const { delete: drop } = useRecordActions(branchEndpoints, (row: Branch) => row.name);
  const draft = useDraft(record ? api.branch.update : api.branch.create, {
    facts: formFields,
    record,
    defaults: getBranchFormValues,
    ...(record ? { read: () => readRecord(api.branch.show, record.id) } : {}),
    keep: `branch.${record?.id ?? 'new'}`,
    onSaved: () => leave(),
  });
  const locked = record !== null && !(record.actions.includes('save') && can(api.branch.update));
  useTitle(record?.name ?? t('add'));

  return (
    <FormPage
      draft={draft}
      title={record ? record.name : t('add')}
      back={{ to: paths.branches, label: t('title') }}
      actions={
        <RecordButtons noun="branch" record={record} facts={formFields} remove={drop} onRemoved={leave} />
      }
    >
      <BranchParts
        record={record}
        equipment={
          <fieldset disabled={locked} className="grid min-w-0 gap-gap">
            <Card>
              <CardHeader title={t('part.equipment')} description={t('part.equipment_text')} />
              <CardBody className="grid gap-6">
                <DeviceLines />
                <PrinterLines />
              </CardBody>
            </Card>
            {record ? <TillPairing branch_id={record.id} /> : null}
            {record ? <PrinterTests branch_id={record.id} /> : null}
          </fieldset>
        }
      >
        {locked ? <Banner tone="warning">{t('locked')}</Banner> : null}
        <fieldset
          disabled={locked}
          className="grid min-w-0 items-start gap-gap lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]"
        >
          <div className="grid min-w-0 gap-gap">
            <Card>
              <CardHeader title={t('part.shop')} />
              <CardBody className="grid gap-gap sm:grid-cols-2">
                <FormInput of={formFields.names} required className="sm:col-span-2" />
                <FormInput of={formFields.no} hint={t('no_hint')} />
                <FormInput of={formFields.managers_ids} hint={t('managers_hint')}>
                  {({ value, onChange }) => (
                    <RefsPicker
                      to="account"
                      fixed={{ role: 'managers' }}
                      value={value as number[]}
                      onChange={onChange}
                      disabled={locked}
                    />
                  )}
                </FormInput>
                <div className="sm:col-span-2">
                  <PhoneLines />
                </div>
              </CardBody>
            </Card>
            <Card>
              <CardHeader title={t('part.place')} />
              <CardBody className="grid gap-gap sm:grid-cols-2">
                <FormInput of={formFields.addresses} className="sm:col-span-2" />
                <PlaceFields />
                <FormInput of={formFields.timezone} hint={t('timezone_hint')} className="sm:col-span-2">
                  {({ value, onChange }) => (
                    <ZonePicker value={String(value ?? '')} onChange={onChange} disabled={locked} />
                  )}
                </FormInput>
                <div className="sm:col-span-2">
                  <BranchMapPoint disabled={locked} />
                </div>
              </CardBody>
            </Card>
          </div>
          <div className="grid min-w-0 gap-gap">
            <Card>
              <CardHeader title={t('part.look')} />
              <CardBody className="grid gap-gap">
                <FormInput of={formFields.status} />
                <FormInput of={formFields.logo_base64} disabled={locked} />
              </CardBody>
            </Card>
            <SellingCard locked={locked} />
          </div>
        </fieldset>
      </BranchParts>
    </FormPage>
  );
};

/** How the branch sells: taxes, receipts, delivery and stock. */
const SellingCard = ({ locked }: { locked: boolean }) => {
  const { t } = useTranslation('branch');
  return (
    <Card>
      <CardHeader title={t('part.selling')} />
      <CardBody className="grid gap-gap">
        <FormInput of={formFields.type} />
        <FormInput of={formFields.tax} required />
        <FormInput of={formFields.tax_mode}>
          {({ value, onChange }) => (
            <Select
              value={String(value ?? SHOP)}
              onChange={(mode) => onChange(mode === SHOP ? null : mode)}
              options={[SHOP, ...TAX_MODES].map((mode) => ({
                value: mode,
                label: t(`tax_mode.${mode}`),
              }))}
              disabled={locked}
            />
          )}
        </FormInput>
        <FormInput of={formFields.fiscal} hint={t('fiscal_hint')} />
        <FormInput of={formFields.fullfillment} hint={t('fullfillment_hint')} />
        <FormInput of={formFields.warehouse} hint={t('warehouse_hint')} />
        <FormInput of={formFields.check_stock} hint={t('check_stock_hint')} />
        <FormInput of={formFields.refund_force_auth} hint={t('refund_hint')} />
      </CardBody>
    </Card>
  );
};
