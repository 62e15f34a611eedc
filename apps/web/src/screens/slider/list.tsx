import { GalleryHorizontal, Plus } from 'lucide-react';
import {
  Can,
  Link,
  type ListColumn,
  ListPage,
  type ListRowOf,
  useColumnPreferences,
  useList,
  useRecordActions,
} from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { Button } from '../../ui/index.ts';
import { formFields, rowFields } from './fields.ts';

type Row = ListRowOf<typeof api.slider.list>;

const columns: readonly ListColumn<Row>[] = [
  rowFields.title,
  formFields.key,
  formFields.width,
  formFields.height,
  formFields.status,
];
const filters = [formFields.status];
const card = [formFields.key.name, formFields.width.name, formFields.height.name];

export const prefetch = prefetchList(api.slider.list);

export default function SliderList() {
  const { t } = useTranslation('slider');
  const actions = Object.values(useRecordActions(api.slider, (row: Row) => row.title));
  const list = useList(api.slider.list, { noun: 'slider', bulk: actions });
  const visibleColumns = useColumnPreferences(list.key, columns);
  return (
    <ListPage
      title={t('title')}
      list={list}
      columns={columns}
      visibleColumns={visibleColumns}
      filters={filters}
      search={t('search')}
      card={card}
      open={(row) => paths.slider(row.id)}
      actions={actions}
      nameOf={(row) => row.title}
      add={
        <Can use={api.slider.save}>
          <Button asChild variant="primary" icon={<Plus />}>
            <Link to={paths.sliderNew}>{t('add')}</Link>
          </Button>
        </Can>
      }
      empty={{ icon: <GalleryHorizontal />, title: t('empty'), text: t('empty_text') }}
    />
  );
}
