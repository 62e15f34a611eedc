import { REPORTS } from 'virtual:facts';
import type { ReportDefinition, Tile } from '@dukkan/contract';
import { ChevronRight } from 'lucide-react';
import { Link } from '../../kit/link.tsx';
import { isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Skeleton } from '../../ui/index.ts';
import { ChangeText } from './change-text.tsx';
import { Bars, Spark } from './drawn-bars.tsx';
import { useReportLinkPath } from './report-link.ts';
import { useReportTitle } from './report-titles.ts';
import { ReportValue, useReportText } from './report-value.tsx';

type TileProps = {
  title: string;
  tile: Tile | null;
  isLoading: boolean;
  group: string;
  compare: string;
  /** The rows of a list in display order; the tile's own order by default. */
  points?: Tile['points'];
  /** True for sold units, which are negative stock movements and are shown without the minus sign. */
  isSold?: boolean;
  /** True for a list by change: each value stands beside the one before. */
  isChange?: boolean;
};

/** A tile with a report's figure as a number, a small chart or a short list, with a link to the report. */
export const TileCard = ({
  title,
  tile,
  isLoading,
  group,
  compare,
  points,
  isSold,
  isChange = false,
}: TileProps) => {
  const address = useReportLinkPath()(tile?.opens);
  return (
    <section className="@container flex h-full min-w-0 flex-col rounded-lg border border-line bg-surface p-3 sm:p-3.5">
      <h3 className="flex items-center gap-1 text-sm text-muted">
        {address !== null ? (
          <Link to={address} className="min-w-0 flex-1 hover:text-primary-text hover:underline">
            {title}
          </Link>
        ) : (
          <span className="min-w-0 flex-1">{title}</span>
        )}
        {address !== null ? (
          <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-subtle rtl:-scale-x-100" />
        ) : null}
      </h3>
      {tile ? (
        <TileBody
          tile={{ ...tile, points: withoutSign(points ?? tile.points, isSold) }}
          group={group}
          compare={compare}
          isChange={isChange}
        />
      ) : isLoading ? (
        <Skeleton className="mt-2 h-8 w-2/3" />
      ) : (
        <p className="text-xl text-subtle">–</p>
      )}
    </section>
  );
};

const withoutMinus = (value: number | null) => (value === null ? null : Math.abs(value));

const withoutSign = (points: Tile['points'], isSold = false): Tile['points'] =>
  isSold
    ? points.map((point) => ({
        ...point,
        value: withoutMinus(point.value),
        compare_value: withoutMinus(point.compare_value),
      }))
    : points;

type BodyProps = { tile: Tile; group: string; compare: string; isChange: boolean };

const TileBody = ({ tile, group, compare, isChange }: BodyProps) => {
  if (tile.form === 'list') return <TileList tile={tile} group={group} isChange={isChange} />;
  return (
    <>
      <TileNumber tile={tile} compare={compare} />
      {tile.form === 'number' ? null : <TileDrawing tile={tile} group={group} compare={compare} />}
    </>
  );
};

const TileNumber = ({ tile, compare }: Pick<BodyProps, 'tile' | 'compare'>) => {
  const { unit } = tile;
  const { columns }: ReportDefinition = REPORTS[tile.report];
  // a current value, such as stock, has no comparison with another period
  const isCompared = columns[tile.column]?.kind !== 'snapshot';
  const all = tile.values_by_currency.filter(({ value }) => value !== null);
  // a figure without a currency is the same for all currencies, so it is shown once
  const visibleTiles = unit === 'money' && all.length > 0 ? all : [tile];
  return visibleTiles.map(({ currency, value, compare_value }) => (
    <p key={currency} className="min-w-0">
      <span className="block text-base font-semibold text-ink tabular @min-[12rem]:text-2xl">
        <ReportValue value={value} unit={unit} currency={currency} />
      </span>
      <span className="block text-sm text-subtle">
        {isCompared ? (
          <ChangeText
            now={value}
            then={compare_value ?? (tile.compare_value === null ? null : 0)}
            unit={unit}
            compare={compare}
          />
        ) : null}
      </span>
    </p>
  ));
};

/** A chart, with the same data as text for screen readers. */
const TileDrawing = ({ tile, group, compare }: Omit<BodyProps, 'isChange'>) => {
  const { t } = useTranslation('report');
  const title = useReportTitle(group);
  const say = useReportText();
  const { points } = tile;
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const Drawing = tile.form === 'spark' ? Spark : Bars;
  const facts = { unit: tile.unit, currency: tile.currency, isBare: true };
  const hasThen = points.some(({ compare_value }) => compare_value !== null);
  return (
    <div className="mt-auto pt-3">
      <Drawing points={points} />
      <p aria-hidden="true" className="mt-1 flex justify-between gap-2 text-xs text-subtle">
        <bdi>{title(first, 'short')}</bdi>
        {hasThen ? (
          <span className="truncate">{t('dashed', { compared: t(`compared.${compare}`) })}</span>
        ) : null}
        <bdi>{title(last, 'short')}</bdi>
      </p>
      <ul className="sr-only">
        {points.map((point) => (
          <li key={point.key}>{`${title(point)}: ${say(point.value, facts)}`}</li>
        ))}
      </ul>
    </div>
  );
};

const TileList = ({ tile, group, isChange }: Omit<BodyProps, 'compare'>) => {
  const { t } = useTranslation('report');
  const title = useReportTitle(group);
  const say = useReportText();
  const { points, unit, currency } = tile;
  if (points.length === 0) return <p className="mt-2 text-sm text-subtle">{t('tile.nothing')}</p>;
  const sizeOf = ({ value, compare_value }: Tile['points'][number]) =>
    Math.abs((value ?? 0) - (isChange ? (compare_value ?? 0) : 0));
  const most = Math.max(...points.map(sizeOf)) || 1;
  return (
    <ul className="mt-2 flex flex-col gap-1.5">
      {points.map((point) => (
        <li key={point.key} className="min-w-0">
          <span className="flex items-baseline justify-between gap-3 text-sm">
            <bdi className="min-w-0 truncate text-ink">{title(point)}</bdi>
            <span className="shrink-0 text-ink tabular">
              <ReportValue value={point.value} unit={unit} currency={currency} />
              {isChange ? (
                <span className="text-subtle">
                  {t('tile.was', { value: isolateBidi(say(point.compare_value ?? 0, { unit, currency })) })}
                </span>
              ) : null}
            </span>
          </span>
          <span aria-hidden="true" className="block h-1 rounded-sm bg-sunken">
            <span
              className="block h-1 rounded-sm bg-primary-solid"
              style={{ inlineSize: `${(sizeOf(point) / most) * 100}%` }}
            />
          </span>
        </li>
      ))}
    </ul>
  );
};
