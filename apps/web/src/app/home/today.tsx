import type { Tile } from '@dukkan/contract';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { updateListUrl } from '../../lib/list/update-list-url.ts';
import { useSession } from '../../lib/server/session.ts';
import { useShopZone } from '../../lib/shop-zone.ts';
import { getReportEndpoint } from '../../shared/report/report-endpoint.ts';
import { createSlotPlaceholders, PhraseSlot, Slotted } from '../../shared/report/slotted.tsx';
import { DashedName, TileCard } from '../../shared/report/tile-card.tsx';
import { type ReportTileRequest, useReportTiles } from '../../shared/report/use-report-tiles.ts';
import { HOME_DAYS, pickHomeDay } from './home-day.ts';
import { fillHours, listSharedHours } from './hour-points.ts';
import { useMinute } from './use-minute.ts';

const COMPARE = 'week';
const LIST_ROWS = 5;

type Question = ReportTileRequest & { readonly group: string };

const SOLD = {
  report: 'movement',
  column: 'quantity',
  form: 'list',
  group: 'item',
  filters: { movement_type: 'sale' },
  limit: LIST_ROWS,
} as const;

/** How the day went, by hour where the reports tell it: a return has a day and no hour. */
const FIRST: readonly Question[] = [
  { name: 'net', report: 'sales', column: 'net', form: 'spark', group: 'hour' },
  { name: 'profit', report: 'sales', column: 'profit', form: 'spark', group: 'hour' },
  { name: 'orders', report: 'sales', column: 'orders', form: 'spark', group: 'hour' },
  { name: 'late', report: 'drivers', column: 'late_share', form: 'spark', group: 'hour' },
  { name: 'returns', report: 'sales', column: 'returns', form: 'number', group: 'day' },
];

const BELOW: readonly Question[] = [
  { name: 'average', report: 'sales', column: 'average', form: 'number', group: 'day' },
  { name: 'driver_cash', report: 'drivers', column: 'outstanding', form: 'number', group: 'driver' },
  // sales are negative stock movements: ascending by quantity lists the best sellers first, and items that sell less
  // than a week ago have a positive change
  { name: 'products', ...SOLD, sort_as: 'asc' },
  { name: 'falling', ...SOLD, by: 'change', sort_as: 'desc' },
];

const QUESTIONS = [...FIRST, ...BELOW];

/** Returns whether the account may see any of the day's figures. */
export const canSeeFigures = (can: ReturnType<typeof useSession>['can']): boolean =>
  QUESTIONS.some(({ report }) => can(getReportEndpoint(report)));

/** Current values, which say nothing about yesterday. */
const CURRENT = ['driver_cash'];
const OF_YESTERDAY = QUESTIONS.filter(({ name }) => !CURRENT.includes(name));

const MARKS = createSlotPlaceholders(['day']);

/** Returns those of the most changed items that sold less than a week earlier. */
const findFalling = ({ points }: Tile): Tile['points'] =>
  points.filter(({ value, compare_value }) => (value ?? 0) > (compare_value ?? 0));

/** Returns the day in the address, else the one that Home shows at this time. */
function useHomeDay() {
  const { user } = useSession();
  const [address, setAddress] = useSearchParams();
  const usual = pickHomeDay(useMinute(), useShopZone(), user?.day_end ?? '00:00');
  return {
    range: HOME_DAYS.find((one) => one === address.get('range')) ?? usual,
    setRange: (range: string) => setAddress(updateListUrl(address, { range })),
  };
}

/**
 * The figures of today or yesterday beside those of the same weekday a week earlier, as far as the account may see
 * reports; by hour with one crosshair for all. Rule: docs/rules/screens.md#home
 */
export const Today = () => {
  const { t } = useTranslation('report');
  const { dayParts } = useFormat();
  const { range, setRange } = useHomeDay();
  const { asked, find, results, isFetching } = useReportTiles(range === 'today' ? QUESTIONS : OF_YESTERDAY, {
    range,
    compare: COMPARE,
  });
  if (asked.length === 0) return null;
  const isLoading = isFetching && !results;
  const first = FIRST.filter(({ name }) => asked.some((one) => one.name === name)).filter(
    // a figure that the account may not see, such as the profit
    ({ name }) => isLoading || find(name) !== null,
  );
  const tiles = first.flatMap(({ name }) => find(name) ?? []);
  const day = (
    <PhraseSlot
      name={t('today.day')}
      value={range}
      options={HOME_DAYS.map((value) => ({ value, label: t(`range.${value}`) }))}
      onChange={setRange}
    />
  );
  // the day in the shop's time zone, which may differ from the device's date
  const firstDay = results?.tiles.find((tile) => tile?.from_date)?.from_date;
  const text = firstDay
    ? t(`today.${range}`, { ...MARKS, weekday: isolateBidi(dayParts(firstDay, { weekday: 'long' })) })
    : MARKS.day;
  const isDashed = tiles.some(({ points }) => points.some(({ compare_value }) => compare_value !== null));
  return (
    <section aria-labelledby="today" className="mb-6">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm text-subtle">
        <h2 id="today" className="font-medium">
          <Slotted text={text ?? ''} slots={{ day }} />
        </h2>
        {isDashed ? <DashedName name={t(`compared.${COMPARE}`)} /> : null}
      </div>
      <DayFigures questions={first} find={find} isLoading={isLoading} />
      <Below find={find} />
    </section>
  );
};

type FiguresProps = {
  questions: readonly Question[];
  find: (name: string) => Tile | null;
  isLoading: boolean;
};

/** The first row: how the day went, with one crosshair over all hours. */
const DayFigures = ({ questions, find, isLoading }: FiguresProps) => {
  const { t } = useTranslation('report');
  const { user } = useSession();
  const [active, onActive] = useState<string | null>(null);
  const tiles = questions.flatMap(({ name }) => find(name) ?? []);
  const hours = listSharedHours(
    tiles.filter(({ form }) => form === 'spark'),
    user?.day_end ?? '00:00',
  );
  return (
    <ul className="grid grid-cols-1 gap-2.5 min-[360px]:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
      {questions.map(({ name, group }) => {
        const tile = find(name);
        return (
          <li key={name} className="min-w-0 max-lg:odd:last:col-span-full">
            <TileCard
              title={t(`tile.${name}`)}
              tile={tile}
              points={tile?.form === 'spark' ? fillHours(tile, hours) : undefined}
              group={group}
              compare={COMPARE}
              isLoading={isLoading}
              crosshair={{ active, onActive }}
              note={name === 'returns' ? <ReturnShare returns={tile} net={find('net')} /> : null}
              {...(name === 'late' ? { none: t('tile.late_none') } : {})}
            />
          </li>
        );
      })}
    </ul>
  );
};

/** How much of the day's sales came back. */
const ReturnShare = ({ returns, net }: { returns: Tile | null; net: Tile | null }) => {
  const { t } = useTranslation('report');
  const { percent } = useFormat();
  const [back, left] = [returns?.value ?? 0, net?.value ?? 0];
  if (back <= 0 || left <= 0) return null;
  const share = Math.round((back / (back + left)) * 1_000) / 10;
  return (
    <p className="text-sm text-subtle">{t('tile.returns_share', { share: isolateBidi(percent(share)) })}</p>
  );
};

/** The cards below; one without anything to show is left out. */
const Below = ({ find }: Pick<FiguresProps, 'find'>) => {
  const { t } = useTranslation('report');
  const shared = { isLoading: false, compare: COMPARE };
  const falling = find('falling');
  const cards = BELOW.flatMap(({ name, group }) => {
    const tile = find(name);
    if (!tile) return [];
    const points = name === 'falling' && falling ? findFalling(falling) : tile.points;
    const isEmpty = tile.form === 'list' ? points.length === 0 : !tile.value;
    return isEmpty ? [] : [{ name, group, tile, points }];
  });
  const numbers = cards.filter(({ tile }) => tile.form === 'number');
  const lists = cards.filter(({ tile }) => tile.form === 'list');
  if (cards.length === 0) return null;
  return (
    <ul className="mt-2.5 grid grid-cols-[minmax(0,1fr)] gap-2.5 lg:grid-cols-3">
      {numbers.length > 0 ? (
        <li className="min-w-0">
          <ul className="grid grid-cols-1 gap-2.5 min-[360px]:grid-cols-2 lg:grid-cols-1">
            {numbers.map(({ name, ...card }) => (
              <li key={name} className="min-w-0">
                <TileCard title={t(`tile.${name}`)} {...card} {...shared} />
              </li>
            ))}
          </ul>
        </li>
      ) : null}
      {lists.map(({ name, ...card }) => (
        <li key={name} className="min-w-0">
          <TileCard title={t(`tile.${name}`)} {...card} {...shared} isSold isChange={name === 'falling'} />
        </li>
      ))}
    </ul>
  );
};
