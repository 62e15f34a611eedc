import { Layers, Plus } from 'lucide-react';
import {
  Can,
  ColumnsMenu,
  ExportButton,
  FilterBar,
  Link,
  SearchBox,
  useColumnPreferences,
  useList,
  ViewTabs,
} from '../../kit/index.ts';
import { ListStates } from '../../kit/record-states.tsx';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { Button, EmptyState, PageHeader, SkeletonRows, Toolbar } from '../../ui/index.ts';
import { filters } from './fields.ts';
import { CategorySearchResults, columns } from './search-results.tsx';
import { Tree } from './tree.tsx';

/** Lists the categories of all levels, not only the top level. */
const fixed = { parent: 0 };

export const prefetch = prefetchList(api.category.list, fixed);

/** Shows the tree; while a search or filter is active, shows the matches as a flat list with their paths. */
export default function CategoryList() {
  const { t } = useTranslation(['category', 'kit']);
  const { number } = useFormat();
  const list = useList(api.category.list, { noun: 'category', fixed, selectable: false });
  const visibleColumns = useColumnPreferences(list.key, columns);
  const total = list.meta?.total ?? 0;
  const add = (
    <Can use={api.category.save}>
      <Button asChild variant="primary" icon={<Plus />}>
        <Link to={paths.categoryNew}>{t('category:add')}</Link>
      </Button>
    </Can>
  );
  return (
    <>
      <PageHeader
        title={t('category:title')}
        aside={
          list.filtered || total === 0 ? null : (
            <span className="text-muted">{t('category:total', { count: total, shown: number(total) })}</span>
          )
        }
        actions={
          <>
            <ExportButton list={list} columns={columns} visibleColumns={visibleColumns} />
            {add}
          </>
        }
      />
      <ViewTabs
        list={list}
        tools={
          <Toolbar
            end={list.filtered ? <ColumnsMenu columns={columns} visibleColumns={visibleColumns} /> : null}
          >
            <SearchBox list={list} label={t('category:search')} />
            <FilterBar list={list} filters={filters} />
          </Toolbar>
        }
      >
        {list.filtered ? (
          <CategorySearchResults list={list} visibleColumns={visibleColumns} />
        ) : (
          <div className="rounded-lg border border-line bg-surface">
            {list.state === 'loading' ? (
              <SkeletonRows columns={4} label={t('kit:list.loading')} />
            ) : list.state === 'ready' && total > 0 ? (
              <Tree list={list} />
            ) : (
              <ListStates list={list}>
                <EmptyState
                  icon={<Layers />}
                  title={t('category:empty')}
                  text={t('category:empty_text')}
                  actions={add}
                />
              </ListStates>
            )}
          </div>
        )}
      </ViewTabs>
    </>
  );
}
