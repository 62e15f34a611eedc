import { MapPinned, Plus } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import {
  Can,
  CountLink,
  Link,
  type ListColumn,
  ListPage,
  type ListRowOf,
  useColumnPreferences,
  useList,
  useRecordActions,
} from '../../kit/index.ts';
import { EmptyCell } from '../../kit/kinds/cell.tsx';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { Button } from '../../ui/index.ts';
import { formFields, rowFields } from './fields.ts';
import { ImportButton } from './import-button.tsx';
import { BELOW, getLocationKind, getLocationPath, KINDS, type LocationKind } from './kind.ts';

type Row = ListRowOf<typeof api.location.list>;

const name: ListColumn<Row> = {
  of: rowFields.name,
  cell: (row) => (
    <bdi className="block w-fit max-w-72 truncate max-md:whitespace-normal" title={row.name}>
      {row.name}
    </bdi>
  ),
};
const terms: readonly ListColumn<Row>[] = [
  formFields.delivery_charge,
  formFields.min_order,
  { of: formFields.delivery_minutes, at: 'extra' },
  { of: formFields.free_after_amount, at: 'extra' },
];
const createWithinColumn = (kind: LocationKind): ListColumn<Row> => ({
  of: rowFields.children,
  cell: (row) => <ChildCountLink kind={kind} row={row} />,
});

const COLUMNS: Readonly<Record<LocationKind, readonly ListColumn<Row>[]>> = {
  country: [
    name,
    formFields.code,
    formFields.timezone,
    formFields.utc,
    formFields.mobileCode,
    createWithinColumn('country'),
    formFields.status,
  ],
  state: [name, formFields.parent_id, createWithinColumn('state'), ...terms, formFields.status],
  city: [name, formFields.parent_id, createWithinColumn('city'), ...terms, formFields.status],
  area: [
    name,
    formFields.parent_id,
    ...terms,
    { of: rowFields.branches, cell: (row) => <ServingBranches row={row} /> },
    formFields.status,
  ],
  zone: [
    name,
    formFields.parent_id,
    { of: rowFields.area_m2, cell: (row) => <AreaSize row={row} /> },
    ...terms,
    { of: rowFields.branches, cell: (row) => <ServingBranches row={row} /> },
    formFields.status,
  ],
};
const CARDS: Readonly<Record<LocationKind, readonly string[]>> = {
  country: [formFields.code.name, formFields.mobileCode.name, formFields.status.name],
  state: [formFields.parent_id.name, rowFields.children.name, formFields.status.name],
  city: [formFields.parent_id.name, rowFields.children.name, formFields.status.name],
  area: [formFields.parent_id.name, formFields.delivery_charge.name, formFields.status.name],
  zone: [formFields.parent_id.name, formFields.delivery_charge.name, formFields.status.name],
};

export const prefetch = prefetchList(api.location.list, (pathname) => ({
  type: KINDS[getLocationKind(pathname)].type,
}));

export default function LocationScreen() {
  const kind = getLocationKind(useLocation().pathname);
  // a new instance for each kind, because search and selection of one kind do not apply to another
  return <LocationList key={kind} kind={kind} />;
}

/** The list of one kind of place, with the columns of that kind. */
const LocationList = ({ kind }: { kind: LocationKind }) => {
  const { t } = useTranslation('location');
  const columns = COLUMNS[kind];
  const { type, above } = KINDS[kind];
  const actions = Object.values(useRecordActions(api.location, (row: Row) => row.name));
  const list = useList(api.location.list, {
    noun: 'location',
    key: `location.${kind}`,
    fixed: { type },
    bulk: actions,
  });
  const visibleColumns = useColumnPreferences(list.key, columns);
  const parent = list.address.get('parent_id');
  const add = (
    <Can use={api.location.save}>
      <Button asChild variant="primary" icon={<Plus />}>
        <Link to={withQuery(getLocationPath(kind, 'new'), { parent_id: parent })}>{t(`${kind}.add`)}</Link>
      </Button>
    </Can>
  );
  return (
    <ListPage
      list={list}
      columns={columns}
      visibleColumns={visibleColumns}
      title={t(`${kind}.title`)}
      buttons={kind === 'area' || kind === 'zone' ? <ImportButton kind={kind} /> : null}
      add={add}
      filters={above === null ? [formFields.status] : [formFields.parent_id, formFields.status]}
      search={t(`${kind}.search`)}
      open={(row) => getLocationPath(kind, row.id)}
      card={CARDS[kind]}
      nameOf={(row) => row.name}
      actions={actions}
      empty={{ icon: <MapPinned />, title: t(`${kind}.empty`), text: t(`${kind}.empty_text`) }}
    />
  );
};

/** The number of places below, with a link to them. */
const ChildCountLink = ({ kind, row }: { kind: LocationKind; row: Row }) => {
  const { t } = useTranslation('location');
  const below = BELOW[kind];
  if (!below) return <EmptyCell />;
  return (
    <CountLink
      count={row.children_count}
      to={withQuery(KINDS[below].path, { parent_id: row.id })}
      label={t('below_of', { name: row.name })}
    />
  );
};

/** Shows an area in square kilometres, because square metres are too small a unit for zones. */
const AreaSize = ({ row }: { row: Row }) => {
  const { number } = useFormat();
  const { t } = useTranslation('location');
  if (row.area_m2 === null) return <span className="text-warning-text">{t('not_drawn')}</span>;
  return (
    <bdi className="tabular">
      {t('km2', { size: number(row.area_m2 / 1e6, { maximumSignificantDigits: 3 }) })}
    </bdi>
  );
};

const ServingBranches = ({ row }: { row: Row }) => {
  const { number } = useFormat();
  const { t } = useTranslation('location');
  const count = row.branches_ids.length;
  if (count === 0) return <EmptyCell />;
  return <span>{t('served', { count, shown: number(count) })}</span>;
};
