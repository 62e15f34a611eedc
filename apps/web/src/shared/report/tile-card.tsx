import { REPORTS, TIME_GROUPS } from 'virtual:facts';
import type { ReportDefinition, Tile } from '@dukkan/contract';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Link } from '../../kit/link.tsx';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { lazyChunk } from '../../lib/server/lazy-chunk.ts';
import { cx, Skeleton } from '../../ui/index.ts';
import { BarList } from './bar-list.tsx';
import { ChangeText } from './change-text.tsx';
import type { ChartPoint } from './line-chart.tsx';
import { useReportLinkPath } from './report-link.ts';
import { useReportTitle } from './report-titles.ts';
import { ReportValue, useReportText } from './report-value.tsx';

/** Loaded while the figures are read, so that Home is there first. */
const LineChart = lazyChunk(() => import('./line-chart.tsx'));

/** A crosshair that several tiles share: the point under it, and a setter. */
export type SharedCrosshair = {
  readonly active: string | null;
  readonly onActive: (key: string | null) => void;
};

type TileProps = {
  title: string;
  tile: Tile | null;
  isLoading: boolean;
  group: string;
  compare: string;
  /** The points in display order; the tile's own by default. */
  points?: Tile['points'] | undefined;
  /** True for sold units, which are negative stock movements and are shown without the minus sign. */
  isSold?: boolean;
  /** True for a list by change: each value stands beside the one before. */
  isChange?: boolean;
  /** The crosshair shared with other tiles; the tile's own by default. */
  crosshair?: SharedCrosshair;
  /** A sentence in place of a figure that there is none of. */
  none?: string;
  /** More about the figure, below it. */
  note?: ReactNode;
};

/** A tile with a report's figure as a number, a line over time or a short list, with a link to the report. */
export const TileCard = ({ title, tile, isLoading, group, points, isSold, none, ...rest }: TileProps) => {
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
      {tile && none !== undefined && tile.value === null ? (
        <p className="mt-1 text-base text-subtle">{none}</p>
      ) : tile ? (
        <TileBody
          title={title}
          tile={{ ...tile, points: withoutSign(points ?? tile.points, isSold) }}
          group={group}
          {...rest}
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

type BodyProps = Pick<TileProps, 'title' | 'group' | 'compare' | 'isChange' | 'crosshair' | 'note'> & {
  tile: Tile;
};

const TileBody = ({ tile, isChange = false, note, ...rest }: BodyProps) => {
  if (tile.form === 'list') return <TileList tile={tile} group={rest.group} isChange={isChange} />;
  return (
    <>
      <TileNumber tile={tile} compare={rest.compare} />
      {note}
      {tile.form !== 'number' && tile.points.length > 1 ? <TileDrawing tile={tile} {...rest} /> : null}
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
      <span className="block text-base font-semibold text-ink tabular @min-[9rem]:text-lg @min-[11rem]:text-xl @min-[15rem]:text-2xl">
        <ReportValue value={value} unit={unit} currency={currency} />
      </span>
      <span className="block text-sm text-subtle">
        {isCompared ? (
          <ChangeText
            column={tile.column}
            now={value}
            earlier={compare_value ?? (tile.compare_value === null ? null : 0)}
            unit={unit}
            currency={currency}
            compare={compare}
          />
        ) : null}
      </span>
    </p>
  ));
};

/** Returns how the points of a tile are told: below the drawing, and to screen readers. */
function usePointTexts({ tile, group, compare }: Pick<BodyProps, 'tile' | 'group' | 'compare'>) {
  const { t } = useTranslation('report');
  const title = useReportTitle(group);
  const say = useReportText();
  const figure = (value: number | null) => say(value, { unit: tile.unit, currency: tile.currency });
  const compared = t(`compared.${compare}`);
  const points = tile.points.map(
    (point): ChartPoint => ({
      key: point.key,
      title: title(point),
      label: title(point, 'short'),
      value: point.value,
      earlier: point.compare_value,
    }),
  );
  const sayPoint = (point: ChartPoint) =>
    [
      `${point.title}: ${figure(point.value)}`,
      ...(point.earlier === null ? [] : [`${compared}: ${figure(point.earlier)}`]),
    ].join('; ');
  return { points, figure, compared, sayPoint };
}

type DrawingProps = Omit<BodyProps, 'isChange' | 'note'>;

/** A line over time, or bars for what has no order. */
const TileDrawing = (props: DrawingProps) =>
  (TIME_GROUPS as readonly string[]).includes(props.group) ? (
    <TileLine {...props} />
  ) : (
    <TileBars {...props} />
  );

const TileBars = (props: DrawingProps) => {
  const { points, figure } = usePointTexts(props);
  return (
    <BarList
      className="mt-auto pt-3"
      rows={points.map(({ key, title, value, earlier }) => ({
        key,
        name: title,
        size: value ?? 0,
        earlier,
        text: figure(value),
      }))}
    />
  );
};

const TileLine = ({ title, tile, group, compare, crosshair }: DrawingProps) => {
  const { t } = useTranslation('report');
  const [active, onActive] = useState<string | null>(null);
  const { points, figure, compared, sayPoint } = usePointTexts({ tile, group, compare });
  const shared = crosshair ?? { active, onActive };
  const [first, last] = [points[0], points.at(-1)];
  const current = points.find(({ key }) => key === shared.active);
  if (!first || !last) return null;
  const isCompared = points.some(({ earlier }) => earlier !== null);
  return (
    <div className="mt-auto pt-3">
      <Suspense fallback={<div className="h-12" />}>
        <LineChart
          points={points}
          label={t('chart.point_of', { title, group: t(`group.${group}`) })}
          hasWholeTicks={tile.unit === 'integer'}
          sayPoint={sayPoint}
          {...shared}
        />
      </Suspense>
      {/* two lines in any case, so that nothing moves while the crosshair does */}
      <div aria-hidden="true" className="mt-1.5 min-h-8 text-xs text-subtle tabular">
        {current ? (
          <>
            <PointLine name={<bdi>{current.title}</bdi>} text={figure(current.value)} isStrong />
            {current.earlier === null ? null : (
              <PointLine name={<DashedName name={compared} />} text={figure(current.earlier)} />
            )}
          </>
        ) : (
          <p className="flex justify-between gap-2">
            <bdi>{first.label}</bdi>
            {isCompared && !crosshair ? <DashedName name={compared} /> : null}
            <bdi>{last.label}</bdi>
          </p>
        )}
      </div>
    </div>
  );
};

const PointLine = ({ name, text, isStrong }: { name: ReactNode; text: string; isStrong?: boolean }) => (
  <p className={cx('flex justify-between gap-2', isStrong && 'font-medium text-ink')}>
    <span className="min-w-0 truncate">{name}</span>
    <bdi className="shrink-0">{text}</bdi>
  </p>
);

/** The name of the compared period after a piece of its dashed line. */
export const DashedName = ({ name }: { name: string }) => (
  <span className="inline-flex min-w-0 items-center gap-1.5">
    <span aria-hidden="true" className="inline-block w-5 shrink-0 border-t-2 border-dashed border-muted" />
    <span className="truncate">{name}</span>
  </span>
);

const TileList = ({ tile, group, isChange }: { tile: Tile; group: string; isChange: boolean }) => {
  const { t } = useTranslation('report');
  const title = useReportTitle(group);
  const say = useReportText();
  const { number } = useFormat();
  const { points, unit, currency } = tile;
  if (points.length === 0) return <p className="mt-2 text-sm text-subtle">{t('tile.nothing')}</p>;
  const was = (value: number | null) =>
    t('tile.was', {
      value: isolateBidi(value === null ? number(0) : say(value, { unit, currency })),
    });
  return (
    <BarList
      className="mt-2"
      rows={points.map((point) => ({
        key: point.key,
        name: title(point),
        size: isChange ? Math.abs((point.value ?? 0) - (point.compare_value ?? 0)) : (point.value ?? 0),
        earlier: null,
        text: (
          <>
            <ReportValue value={point.value} unit={unit} currency={currency} />
            {isChange ? <span className="text-subtle">{was(point.compare_value)}</span> : null}
          </>
        ),
      }))}
    />
  );
};
