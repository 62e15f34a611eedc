import { useWatch } from 'react-hook-form';
import {
  FormInput,
  FormPage,
  RecordButtons,
  RecordPage,
  readRecord,
  useDraft,
  useGoBack,
  useRecordActions,
} from '../../kit/index.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useTitle } from '../../lib/title.ts';
import { Banner, Card, CardBody, CardHeader } from '../../ui/index.ts';
import { formFields } from './fields.ts';

type Slider = RowOf<typeof api.slider.show>;

const createStartValues = (record: Slider | null) => ({
  key: record?.key ?? '',
  titles: record?.titles ?? { ar: '', en: '', de: '' },
  width: record?.width ?? null,
  height: record?.height ?? null,
  status: (record?.status ?? 1) as 0 | 1,
});

export default function SliderPage() {
  return (
    <RecordPage of={api.slider.show} create={api.slider.save}>
      {(record) => <SliderForm record={record} />}
    </RecordPage>
  );
}

const SliderForm = ({ record }: { record: Slider | null }) => {
  const { t } = useTranslation('slider');
  const leave = useGoBack(paths.sliders);
  const { delete: remove } = useRecordActions(api.slider, (row: Slider) => row.title);
  const draft = useDraft(api.slider.save, {
    facts: formFields,
    record,
    defaults: createStartValues,
    ...(record ? { read: () => readRecord(api.slider.show, record.id) } : {}),
    onSaved: () => leave(),
    keep: `slider.${record?.id ?? 'new'}`,
  });
  const [width, height] = useWatch({ control: draft.form.control, name: ['width', 'height'] });
  const locked = record !== null && !record.actions.includes('save');
  useTitle(record?.title ?? t('add'));
  return (
    <FormPage
      draft={draft}
      title={record ? record.title : t('add')}
      back={{ to: paths.sliders, label: t('title') }}
      actions={
        <RecordButtons noun="slider" record={record} facts={formFields} remove={remove} onRemoved={leave} />
      }
    >
      {locked ? <Banner tone="warning">{t('locked')}</Banner> : null}
      <div className="grid items-start gap-gap lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card>
          <CardHeader title={t('part.slider')} />
          <CardBody className="grid gap-4 sm:grid-cols-2">
            <FormInput of={formFields.titles} required disabled={locked} className="sm:col-span-2" />
            <FormInput
              of={formFields.key}
              required
              disabled={locked}
              hint={t('key_hint')}
              className="sm:col-span-2"
            />
            <FormInput of={formFields.width} required disabled={locked} hint={t('edge_hint')} />
            <FormInput of={formFields.height} required disabled={locked} hint={t('edge_hint')} />
            <FormInput
              of={formFields.status}
              disabled={locked}
              hint={t('status_hint')}
              className="sm:col-span-2"
            />
          </CardBody>
        </Card>
        <Card>
          <CardHeader title={t('part.shape')} />
          <CardBody>
            <SliderShape width={Number(width)} height={Number(height)} />
          </CardBody>
        </Card>
      </div>
    </FormPage>
  );
};

/** The slider's frame in its real aspect ratio, with its size as text. */
const SliderShape = ({ width, height }: { width: number; height: number }) => {
  const { t } = useTranslation('slider');
  const { number } = useFormat();
  if (!(width >= 1 && height >= 1)) return <p className="text-muted">{t('shape_empty')}</p>;
  const size = { width: number(width), height: number(height) };
  return (
    <div className="grid max-h-80 place-items-center overflow-hidden">
      <div
        role="img"
        aria-label={t('size', size)}
        className="grid max-h-80 w-full place-items-center rounded-md border border-line-strong bg-sunken text-muted"
        style={{ aspectRatio: `${width} / ${height}` }}
      >
        <bdi>{t('size', size)}</bdi>
      </div>
    </div>
  );
};
