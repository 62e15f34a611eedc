import { REPORT_RANGES } from 'virtual:facts';
import { isValidLocalDate } from '@dukkan/commerce';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ColumnsMenu, useColumnPreferences } from '../../kit/index.ts';
import { Failed } from '../../kit/record-states.tsx';
import { useBranchOptions } from '../../lib/branch-choice.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { updateListUrl } from '../../lib/list/update-list-url.ts';
import { RangeSlot } from '../../shared/report/range-slot.tsx';
import { createSlotPlaceholders, PhraseSlot, Slotted } from '../../shared/report/slotted.tsx';
import { TileCard } from '../../shared/report/tile-card.tsx';
import { useReportTiles } from '../../shared/report/use-report-tiles.ts';
import { PageHeader } from '../../ui/index.ts';
import { TILES } from './tiles.ts';

const COMPARE = 'before';
const CHOICES = TILES.map(({ name }) => ({
  of: { name, label: `report:tile.${name}`, kind: 'text' as const },
}));

/** Returns the period in the URL; this month by default. */
function readDays(address: URLSearchParams) {
  const day = (name: string) => {
    const value = address.get(name) ?? '';
    return isValidLocalDate(value) ? { [name]: value } : {};
  };
  const range = REPORT_RANGES.find((one) => one === address.get('range'));
  return { ...(range ? { range } : {}), ...day('from_date'), ...day('to_date') };
}

/** Twelve figures of the shop, all of the same moment; each opens its report with the same branch and period. */
export default function StatisticsPage() {
  const { t } = useTranslation(['report', 'kit']);
  const { dateTime } = useFormat();
  const [address, setAddress] = useSearchParams();
  const days = useMemo(() => readDays(address), [address]);
  const visibleColumns = useColumnPreferences('statistics', CHOICES);
  const tiles = visibleColumns.order
    .filter((name) => visibleColumns.visible[name])
    .flatMap((name) => TILES.find((tile) => tile.name === name) ?? []);
  const { allowed, find, results, failure, refetch, isFetching } = useReportTiles(tiles, {
    ...days,
    compare: COMPARE,
  });
  const branch = useBranchOptions(t('branch.all'));
  // tiles about current stock have no period, so it is taken from another tile
  const datedTile = results?.tiles.find((tile) => tile?.from_date);
  const slots = {
    branch: <PhraseSlot name={t('slot.branch')} {...branch} />,
    range: (
      <RangeSlot
        filters={days}
        from={datedTile?.from_date ?? null}
        to={datedTile?.to_date ?? null}
        zone={undefined}
        onSet={(change) => setAddress(updateListUrl(address, change))}
      />
    ),
  };
  return (
    <>
      <PageHeader
        title={t('statistics.title')}
        actions={
          <ColumnsMenu columns={CHOICES} visibleColumns={visibleColumns} label={t('statistics.arrange')} />
        }
      />
      <p className="mb-gap text-lg leading-8 text-muted">
        <Slotted text={t('statistics.sentence', createSlotPlaceholders(['branch', 'range']))} slots={slots} />
      </p>
      {failure && !results ? (
        <Failed failure={failure} retry={() => void refetch()} />
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2.5 sm:grid-cols-2 xl:grid-cols-3">
          {allowed.map(({ name, group = '' }) => (
            <li key={name} className="min-w-0">
              <TileCard
                title={t(`tile.${name}`)}
                tile={find(name)}
                isLoading={isFetching && !results}
                group={group}
                isSold={name === 'products'}
                compare={COMPARE}
              />
            </li>
          ))}
        </ul>
      )}
      {results ? (
        <p className="mt-3 text-sm text-subtle">
          {t('foot.at', { at: isolateBidi(dateTime(results.as_of)) })}
        </p>
      ) : null}
    </>
  );
}
