import { Suspense } from 'react';
import { useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import {
  FormInput,
  FormPage,
  RecordButtons,
  RefPicker,
  readRecord,
  useDraft,
  useGoBack,
  useRecordActions,
} from '../../kit/index.ts';
import { ZonePicker } from '../../kit/pickers/zone-picker.tsx';
import type { Values } from '../../lib/form/form-values.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { lazyChunk } from '../../lib/server/lazy-chunk.ts';
import { useTitle } from '../../lib/title.ts';
import { Banner, Card, CardBody, CardHeader } from '../../ui/index.ts';
import { EffectiveTerms } from './effective-terms.tsx';
import { formFields } from './fields.ts';
import { KINDS, type LocationKind } from './kind.ts';

type Place = RowOf<typeof api.location.show>;

const ZoneEditor = lazyChunk(async () => ({ default: (await import('./zone-editor.tsx')).ZoneEditor }));

const none = { ar: '', en: '', de: '' };

const createStartValues = (kind: LocationKind, parent_id: number | null) => (record: Place | null) => ({
  names: record?.names ?? none,
  status: (record?.status ?? 1) as 0 | 1,
  ...(record ? {} : { type: KINDS[kind].type }),
  ...(kind === 'country'
    ? {
        code: record?.code ?? '',
        timezone: record?.timezone ?? '',
        utc: record?.utc ?? '',
        mobileCode: record?.mobileCode ?? '',
      }
    : {
        parent_id: record ? record.parent_id : parent_id,
        min_order: record?.min_order ?? null,
        delivery_charge: record?.delivery_charge ?? null,
        delivery_minutes: record?.delivery_minutes ?? null,
        free_after_amount: record?.free_after_amount ?? null,
      }),
  // JSON text, so that the form notices a change of the drawing; the server parses it
  ...(kind === 'zone' ? { polygons: record?.polygons ? JSON.stringify(record.polygons) : '' } : {}),
});

/** An active zone needs its drawing, as the server says too. */
const listMissingDrawing = ({ status, polygons }: Values): string[] =>
  status === 1 && !polygons ? [formFields.polygons.name] : [];

/** One form for all kinds of place: its own terms, the inherited ones, and a zone's drawing. */
export const LocationForm = ({ record, kind }: { record: Place | null; kind: LocationKind }) => {
  const { t } = useTranslation('location');
  const [address] = useSearchParams();
  const parentParam = Number(address.get('parent_id'));
  const leave = useGoBack(KINDS[kind].path);
  const { delete: drop } = useRecordActions(api.location, (row: Place) => row.name);
  const draft = useDraft(api.location.save, {
    facts: formFields,
    record,
    defaults: createStartValues(kind, Number.isInteger(parentParam) && parentParam > 0 ? parentParam : null),
    ...(record ? { read: () => readRecord(api.location.show, record.id) } : {}),
    ...(kind === 'zone' ? { needs: listMissingDrawing } : {}),
    onSaved: () => leave(),
    keep: `location.${kind}.${record?.id ?? 'new'}`,
  });
  const locked = record !== null && !record.actions.includes('save');
  useTitle(record?.name ?? t(`${kind}.add`));
  return (
    <FormPage
      draft={draft}
      title={record ? record.name : t(`${kind}.add`)}
      back={{ to: KINDS[kind].path, label: t(`${kind}.title`) }}
      actions={
        <RecordButtons noun="location" record={record} facts={formFields} remove={drop} onRemoved={leave} />
      }
    >
      {locked ? <Banner tone="warning">{t('locked')}</Banner> : null}
      <div className="grid items-start gap-gap lg:grid-cols-2">
        <Card>
          <CardHeader title={t('part.place')} />
          <CardBody className="grid gap-4">
            <FormInput of={formFields.names} required disabled={locked} />
            <ParentField kind={kind} locked={locked} />
            <FormInput of={formFields.status} disabled={locked} hint={t('status_hint')} />
          </CardBody>
        </Card>
        {kind === 'country' ? (
          <CountryCodesCard locked={locked} />
        ) : (
          <DeliveryCard record={record} locked={locked} />
        )}
      </div>
      {kind === 'zone' ? <DrawingCard record={record} locked={locked} /> : null}
    </FormPage>
  );
};

/** Selects the place above; a zone may have none. */
const ParentField = ({ kind, locked }: { kind: LocationKind; locked: boolean }) => {
  const { t } = useTranslation('location');
  const { above } = KINDS[kind];
  if (above === null) return null;
  return (
    <FormInput of={formFields.parent_id} required={kind !== 'zone'} hint={t(`${kind}.above_hint`)}>
      {({ value, onChange }) => (
        <RefPicker
          to="location"
          value={typeof value === 'number' ? value : null}
          fixed={{ type: KINDS[above].type }}
          onChange={onChange}
          disabled={locked}
        />
      )}
    </FormInput>
  );
};

const CountryCodesCard = ({ locked }: { locked: boolean }) => {
  const { t } = useTranslation('location');
  return (
    <Card>
      <CardHeader title={t('part.world')} />
      <CardBody className="grid gap-4 sm:grid-cols-2">
        <FormInput of={formFields.code} disabled={locked} hint={t('code_hint')} />
        <FormInput of={formFields.mobileCode} disabled={locked} hint={t('mobile_hint')} />
        <FormInput of={formFields.timezone} className="sm:col-span-2">
          {({ value, onChange }) => (
            <ZonePicker value={String(value ?? '')} onChange={onChange} disabled={locked} />
          )}
        </FormInput>
        <FormInput of={formFields.utc} disabled={locked} hint={t('utc_hint')} />
      </CardBody>
    </Card>
  );
};

const DeliveryCard = ({ record, locked }: { record: Place | null; locked: boolean }) => {
  const { t } = useTranslation('location');
  return (
    <Card>
      <CardHeader title={t('part.delivery')} description={t('part.delivery_text')} />
      <CardBody className="grid gap-4 sm:grid-cols-2">
        <FormInput of={formFields.delivery_charge} disabled={locked} hint={t('inherits')} />
        <FormInput of={formFields.min_order} disabled={locked} hint={t('inherits')} />
        <FormInput of={formFields.delivery_minutes} disabled={locked} hint={t('inherits')} />
        <FormInput of={formFields.free_after_amount} disabled={locked} hint={t('free_hint')} />
        {record ? <EffectiveTerms terms={record.terms} /> : null}
      </CardBody>
    </Card>
  );
};

const DrawingCard = ({ record, locked }: { record: Place | null; locked: boolean }) => {
  const { t } = useTranslation('location');
  const [charge, parent_id, status] = useWatch({
    name: [formFields.delivery_charge.name, formFields.parent_id.name, formFields.status.name],
  }) as unknown[];
  return (
    <Card>
      <CardHeader title={t('part.drawing')} description={t('part.drawing_text')} />
      <CardBody>
        <FormInput of={formFields.polygons} required={status === 1}>
          {({ value, onChange }) => (
            <Suspense fallback={<div className="h-[28rem] rounded-lg border border-line bg-sunken" />}>
              <ZoneEditor
                value={String(value ?? '')}
                onChange={onChange}
                id={record?.id ?? null}
                name={record?.name ?? t('this_zone')}
                parent_id={typeof parent_id === 'number' ? parent_id : null}
                delivery_charge={typeof charge === 'number' ? charge : null}
                disabled={locked}
              />
            </Suspense>
          )}
        </FormInput>
      </CardBody>
    </Card>
  );
};
