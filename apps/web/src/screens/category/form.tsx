import { ROOT_CATEGORY } from 'virtual:facts';
import { useSearchParams } from 'react-router-dom';
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
import { openCategory } from './expanded.ts';
import { formFields } from './fields.ts';

type Category = RowOf<typeof api.category.show>;

const none = { ar: '', en: '', de: '' };

/** Shows the root category as an empty parent, because users cannot select it. */
const belowTop = (parent: number | null): number | null => (parent === ROOT_CATEGORY ? null : parent);

const startBelow = (parent: number | null) => (record: Category | null) => ({
  titles: record?.titles ?? none,
  descriptions: record?.descriptions ?? none,
  parent_id: belowTop(record ? record.parent_id : parent),
  status: (record?.status ?? 1) as 0 | 1,
  featured: record?.featured === 1,
  ord: record?.ord ?? 0,
  // the URL of the stored picture, so that the form notices another picture or its removal
  icon_base64: record?.icon_url ?? null,
});

export const CategoryForm = ({ record }: { record: Category | null }) => {
  const { t } = useTranslation('category');
  const [address] = useSearchParams();
  const parent = /^[1-9]\d{0,9}$/.test(address.get('parent') ?? '') ? Number(address.get('parent')) : null;
  const leave = useGoBack(paths.categories);
  const { delete: drop } = useRecordActions(api.category, (row: Category) => row.title);
  const naming = useNameQuestion();
  const draft = useDraft(api.category.save, {
    ...naming.options,
    facts: formFields,
    record,
    defaults: startBelow(parent),
    ...(record ? { read: () => readRecord(api.category.show, record.id) } : {}),
    onSaved: (result) => {
      if (result.parent_id !== null) openCategory(result.parent_id);
      leave();
    },
    keep: `category.${record?.id ?? `new.${parent ?? ROOT_CATEGORY}`}`,
  });
  const locked = record !== null && !record.actions.includes('save');
  const isTop = record?.id === ROOT_CATEGORY;
  useTitle(record?.title ?? t('add'));
  return (
    <FormPage
      draft={draft}
      title={record ? record.title : t('add')}
      back={{ to: paths.categories, label: t('title') }}
      actions={
        <RecordButtons noun="category" record={record} facts={formFields} remove={drop} onRemoved={leave} />
      }
    >
      {naming.question(draft)}
      {locked ? <Banner tone="warning">{t('locked')}</Banner> : null}
      <div className="grid items-start gap-gap lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card>
          <CardHeader title={t('part.category')} />
          <CardBody className="grid gap-4">
            <FormInput of={formFields.titles} required disabled={locked} />
            <FormInput of={formFields.descriptions} disabled={locked} />
          </CardBody>
        </Card>
        <div className="grid gap-gap">
          {isTop ? null : (
            <Card>
              <CardHeader title={t('part.place')} />
              <CardBody className="grid gap-4">
                <FormInput
                  of={formFields.parent_id}
                  disabled={locked}
                  hint={t('parent_hint')}
                  {...(record ? { fixed: { outside: record.id } } : {})}
                />
                <FormInput of={formFields.ord} disabled={locked} hint={t('ord_hint')} />
                <FormInput of={formFields.status} disabled={locked} hint={t('status_hint')} />
                <FormInput of={formFields.featured} disabled={locked} hint={t('featured_hint')} />
              </CardBody>
            </Card>
          )}
          <Card>
            <CardBody className="pt-4">
              <FormInput of={formFields.icon_base64} disabled={locked} />
            </CardBody>
          </Card>
        </div>
      </div>
    </FormPage>
  );
};
