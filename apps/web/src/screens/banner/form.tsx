import { LOCALES } from '@dukkan/commerce';
import { useFormContext, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import {
  FormInput,
  FormPage,
  RecordButtons,
  RecordPage,
  RefPicker,
  readRecord,
  useDraft,
  useGoBack,
  useRecordActions,
} from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useTitle } from '../../lib/title.ts';
import { Card, CardBody, CardHeader, Banner as Notice, Select } from '../../ui/index.ts';
import { formFields, isRecordTarget, type TargetType } from './fields.ts';
import { BannerPictures, FocusField } from './pictures.tsx';
import { Previews } from './preview.tsx';
import { type BannerRecord, useSliders } from './record.ts';
import { StateBadge, useBannerReasonText } from './state.tsx';

const NONE = { ar: '', en: '', de: '' };

const createStartValues = (slider_id: number | null) => (record: BannerRecord | null) => ({
  slider_id: record?.slider_id ?? slider_id,
  titles: record?.titles ?? NONE,
  descriptions: record?.descriptions ?? NONE,
  target: {
    type: record?.target.type ?? ('none' as const),
    target: record?.target.target ?? null,
    title: record?.target.title ?? NONE,
  },
  // only pictures of changed languages are sent
  images_base64: {},
  focus: record?.focus ?? { x: 50, y: 50 },
  start_date: record?.start_date ?? null,
  end_date: record?.end_date ?? null,
  status: (record?.status ?? 1) as 0 | 1,
});

export default function BannerPage() {
  return (
    <RecordPage of={api.banner.show} create={api.banner.save}>
      {(record) => <BannerForm record={record} />}
    </RecordPage>
  );
}

const BannerForm = ({ record }: { record: BannerRecord | null }) => {
  const { t } = useTranslation('banner');
  const reason = useBannerReasonText();
  const [params] = useSearchParams();
  const sliderParam = Number(params.get('slider_id'));
  const list = withQuery(paths.banners, {
    slider_id: record?.slider_id ?? (sliderParam > 0 ? sliderParam : null),
  });
  const leave = useGoBack(list);
  const { delete: remove } = useRecordActions(api.banner, (row: BannerRecord) => row.title);
  const draft = useDraft(api.banner.save, {
    facts: formFields,
    record,
    defaults: createStartValues(sliderParam > 0 ? sliderParam : null),
    needs: ({ images_base64 }) => {
      const sentPictures = images_base64 as Partial<Record<(typeof LOCALES)[number], string | null>>;
      const isEmpty = LOCALES.every(
        (code) => !(sentPictures[code] === undefined ? record?.images_url[code] : sentPictures[code]),
      );
      return isEmpty ? ['images_base64'] : [];
    },
    ...(record ? { read: () => readRecord(api.banner.show, record.id) } : {}),
    onSaved: () => leave(),
  });
  const locked = record !== null && !record.actions.includes('save');
  useTitle(record?.title ?? t('add'));
  return (
    <FormPage
      draft={draft}
      title={record ? record.title : t('add')}
      back={{ to: list, label: t('title') }}
      actions={
        <RecordButtons noun="banner" record={record} facts={formFields} remove={remove} onRemoved={leave} />
      }
    >
      {locked ? <Notice tone="warning">{t('locked')}</Notice> : null}
      {record ? (
        <Notice tone={record.shows === 'dead' ? 'danger' : 'info'}>
          <span className="flex flex-wrap items-center gap-2">
            <StateBadge of={record} />
            {reason(record)}
          </span>
        </Notice>
      ) : null}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-gap lg:grid-cols-2">
        <Card>
          <CardHeader title={t('part.pictures')} />
          <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <BannerPictures record={record} locked={locked} />
            <FocusField record={record} locked={locked} />
          </CardBody>
        </Card>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-gap">
          <Card>
            <CardHeader title={t('part.texts')} />
            <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <SliderInput locked={locked} />
              <FormInput of={formFields.titles} required disabled={locked} />
              <FormInput
                of={formFields.descriptions}
                required
                disabled={locked}
                hint={t('description_hint')}
              />
            </CardBody>
          </Card>
          <Card>
            <CardHeader title={t('part.target')} />
            <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <TargetInputs locked={locked} />
            </CardBody>
          </Card>
          <Card>
            <CardHeader title={t('part.shown')} />
            <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
              <FormInput of={formFields.start_date} disabled={locked} />
              <FormInput of={formFields.end_date} disabled={locked} hint={t('end_hint')} />
              <FormInput of={formFields.status} disabled={locked} className="sm:col-span-2" />
            </CardBody>
          </Card>
        </div>
      </div>
      <Card className="mt-gap">
        <CardHeader title={t('part.preview')} description={t('preview_text')} />
        <CardBody>
          <Previews record={record} />
        </CardBody>
      </Card>
    </FormPage>
  );
};

const SliderInput = ({ locked }: { locked: boolean }) => {
  const options = (useSliders().results ?? []).map(({ id, title }) => ({
    value: String(id),
    label: <bdi>{title}</bdi>,
  }));
  return (
    <FormInput of={formFields.slider_id} required disabled={locked}>
      {({ value, onChange }) => (
        <Select
          value={value ? String(value) : undefined}
          onChange={(text) => onChange(Number(text))}
          options={options}
          disabled={locked}
        />
      )}
    </FormInput>
  );
};

/** The target that a tap on the banner opens: its kind, and the record or URL. */
const TargetInputs = ({ locked }: { locked: boolean }) => {
  const { t } = useTranslation('banner');
  const { control, setValue, clearErrors } = useFormContext();
  const type = useWatch({ control, name: 'target.type' }) as TargetType;
  return (
    <>
      <FormInput of={formFields.target_type} disabled={locked}>
        {({ value, onChange }) => (
          <Select
            value={String(value)}
            onChange={(next) => {
              onChange(next);
              // a record of the previous kind does not fit the new kind
              setValue('target.target', null, { shouldDirty: true });
              clearErrors('target.target');
            }}
            options={(formFields.target_type.options ?? []).map((option) => ({
              value: String(option.value),
              label: t(option.label),
            }))}
            disabled={locked}
          />
        )}
      </FormInput>
      {type === 'none' ? null : isRecordTarget(type) ? (
        <FormInput key={type} of={formFields.target} required disabled={locked}>
          {({ value, onChange }) => (
            <RefPicker
              to={type}
              value={typeof value === 'number' ? value : null}
              onChange={onChange}
              disabled={locked}
            />
          )}
        </FormInput>
      ) : (
        <FormInput of={formFields.target} required disabled={locked} hint={t('url_hint')} />
      )}
      {type === 'none' ? null : (
        <FormInput of={formFields.target_title} disabled={locked} hint={t('words_hint')} />
      )}
    </>
  );
};
