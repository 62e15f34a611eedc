import {
  FormInput,
  FormPage,
  RecordButtons,
  readRecord,
  useDraft,
  useGoBack,
  useNameQuestion,
  useRecordActions,
} from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useTitle } from '../../lib/title.ts';
import { Banner, Card, CardBody, CardHeader } from '../../ui/index.ts';
import { formFields } from './fields.ts';

type Brand = RowOf<typeof api.brand.show>;

const none = { ar: '', en: '', de: '' };

const createStartValues = (record: Brand | null) => ({
  names: record?.names ?? none,
  descriptions: record?.descriptions ?? none,
  // the URL of the stored picture, so that the form notices another picture or its removal
  logo_base64: record?.logo_url ?? null,
  cover_base64: record?.cover_url ?? null,
  ord: record?.ord ?? 0,
  status: (record?.status ?? 1) as 0 | 1,
});

export const BrandForm = ({ record }: { record: Brand | null }) => {
  const { t } = useTranslation('brand');
  const leave = useGoBack(paths.brands);
  const { delete: drop } = useRecordActions(api.brand, (row: Brand) => row.name);
  const naming = useNameQuestion();
  const draft = useDraft(api.brand.save, {
    ...naming.options,
    facts: formFields,
    record,
    defaults: createStartValues,
    ...(record ? { read: () => readRecord(api.brand.show, record.id) } : {}),
    onSaved: () => leave(),
    keep: `brand.${record?.id ?? 'new'}`,
  });
  const locked = record !== null && !record.actions.includes('save');
  useTitle(record?.name ?? t('add'));
  return (
    <FormPage
      draft={draft}
      title={record ? record.name : t('add')}
      back={{ to: paths.brands, label: t('title') }}
      actions={
        <RecordButtons noun="brand" record={record} facts={formFields} remove={drop} onRemoved={leave} />
      }
    >
      {naming.question(draft)}
      {locked ? <Banner tone="warning">{t('locked')}</Banner> : null}
      <div className="grid items-start gap-gap lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card>
          <CardHeader title={t('part.brand')} />
          <CardBody className="grid gap-4">
            <FormInput of={formFields.names} required disabled={locked} />
            <FormInput of={formFields.descriptions} disabled={locked} />
          </CardBody>
        </Card>
        <div className="grid gap-gap">
          <Card>
            <CardHeader title={t('part.shown')} />
            <CardBody className="grid gap-4">
              <FormInput of={formFields.status} disabled={locked} hint={t('status_hint')} />
              <FormInput of={formFields.ord} disabled={locked} hint={t('ord_hint')} />
            </CardBody>
          </Card>
          <Card>
            <CardHeader title={t('part.pictures')} />
            <CardBody className="grid gap-4">
              <FormInput of={formFields.logo_base64} disabled={locked} />
              <FormInput of={formFields.cover_base64} disabled={locked} hint={t('cover_hint')} />
            </CardBody>
          </Card>
        </div>
      </div>
    </FormPage>
  );
};
