import { Failed } from '../../kit/record-states.tsx';
import { useTranslation } from '../../lib/i18n.ts';
import { useOnlyBranch } from '../../lib/only-branch.ts';
import { api } from '../../lib/server/api.ts';
import { useBranch } from '../../lib/server/current-branch.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Quantity } from '../../shared/stock-figures.tsx';
import { Card, CardBody, CardHeader, SkeletonRows } from '../../ui/index.ts';
import type { EditedProduct } from './default-values.ts';

/** The number of items that are looked up, because a product can have very many. */
const VISIBLE_ITEMS = 5;

/** Where an item can be sold from now, for a seller: in the own branch first, then in the others. */
export const Availability = ({ record }: { record: EditedProduct }) => {
  const { t } = useTranslation('product');
  const { user, can } = useSession();
  const chosen = useBranch();
  const only = useOnlyBranch();
  const branch_id = chosen ?? only ?? user?.branches[0]?.id ?? null;
  if (branch_id === null || !can(api.stock.explain)) return null;
  return (
    <Card>
      <CardHeader title={t('stock.levels')} />
      <CardBody className="grid gap-4">
        {record.items.slice(0, VISIBLE_ITEMS).map((item) => (
          <ItemAvailability
            key={item.item_id}
            item_id={item.item_id}
            branch_id={branch_id}
            name={record.items.length > 1 ? (item.option ?? item.barcode) : null}
          />
        ))}
      </CardBody>
    </Card>
  );
};

type ItemProps = { item_id: number; branch_id: number; name: string | null };

const ItemAvailability = ({ item_id, branch_id, name }: ItemProps) => {
  const { t } = useTranslation('product');
  const { results, failure, refetch } = useRead(api.stock.explain, { item_id, branch_id });
  if (failure && !results) return <Failed failure={failure} retry={() => void refetch()} />;
  if (!results) return <SkeletonRows rows={2} columns={2} label={t('stock.loading')} />;
  const places = [
    { branch_id: results.branch_id, branch_name: results.branch_name, available: results.available },
    ...results.elsewhere,
  ];
  return (
    <section>
      {name === null ? null : (
        <h3 className="mb-1 text-sm font-semibold text-muted">
          <bdi>{name}</bdi>
        </h3>
      )}
      <ul className="divide-y divide-line rounded-md border border-line">
        {places.map((place) => (
          <li
            key={place.branch_id}
            className="flex min-h-row flex-wrap items-center justify-between gap-x-4 px-3 py-1.5"
          >
            <bdi className="min-w-0">{place.branch_name}</bdi>
            <span className="font-medium">
              <Quantity of={place.available} tone={place.available < 0 ? 'danger' : undefined} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};
