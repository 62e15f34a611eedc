import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Can,
  type FieldSpec,
  Link,
  type ListColumn,
  ListPage,
  type ListRowOf,
  useColumnPreferences,
  useList,
  useRecordActions,
} from '../../../kit/index.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { api } from '../../../lib/server/api.ts';
import { Button } from '../../../ui/index.ts';

export type OfferListRow = ListRowOf<typeof api.offer.list>;

export type OfferListProps = {
  kind: 'wholesale' | 'bundle' | 'coupon';
  columns: readonly ListColumn<OfferListRow>[];
  filters: readonly FieldSpec[];
  card: readonly string[];
  /** The fixed filter by the kind; the screen's prefetch uses the same. */
  fixed: { readonly type: string };
  icon: ReactNode;
  newPath: string;
  open: (id: number) => string;
};

/** The list of offers of one kind; the kinds have different columns and filters. */
export const OfferList = ({ kind, columns, fixed, icon, newPath, open, ...rest }: OfferListProps) => {
  const { t } = useTranslation('offer');
  const actions = Object.values(useRecordActions(api.offer, (row: OfferListRow) => row.title));
  const list = useList(api.offer.list, { noun: 'offer', key: `${kind}s`, fixed, bulk: actions });
  const visibleColumns = useColumnPreferences(list.key, columns);
  return (
    <ListPage
      {...rest}
      title={t(`${kind}.title`)}
      list={list}
      columns={columns}
      visibleColumns={visibleColumns}
      search={t(`${kind}.search`)}
      open={(row) => open(row.id)}
      actions={actions}
      nameOf={(row) => row.title}
      add={
        <Can use={api.offer.save}>
          <Button asChild variant="primary" icon={<Plus />}>
            <Link to={newPath}>{t(`${kind}.add`)}</Link>
          </Button>
        </Can>
      }
      empty={{ icon, title: t(`${kind}.empty`), text: t(`${kind}.empty_text`) }}
    />
  );
};
