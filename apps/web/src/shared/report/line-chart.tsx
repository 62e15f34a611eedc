import type { KeyboardEvent, PointerEvent } from 'react';
import { getTextDirection, useLocale } from '../../lib/i18n.ts';
import { cx } from '../../ui/index.ts';
import { type ChartScale, computeChartScale } from './chart-scale.ts';

export type ChartPoint = {
  readonly key: string;
  /** The name of the point, and its short form below the axis. */
  readonly title: string;
  readonly label: string;
  readonly value: number | null;
  /** The value of the compared period. */
  readonly earlier: number | null;
  /** The value of a second line. */
  readonly second?: number | null;
};

type LineChartProps = {
  points: readonly ChartPoint[];
  /** What the chart shows, for screen readers. */
  label: string;
  /** The point under the crosshair; several charts may share it. */
  active: string | null;
  onActive: (key: string | null) => void;
  /** Describes a point in words, for screen readers. */
  sayPoint: (point: ChartPoint) => string;
  /** True for counts. */
  hasWholeTicks: boolean;
};

/** The size of the drawing, which is stretched over the plot; lines keep their width. */
const SIZE = 100;

type PickFigure = (point: ChartPoint) => number | null;
const pickValue: PickFigure = ({ value }) => value;
const pickEarlier: PickFigure = ({ earlier }) => earlier;

type Place = { readonly x: number; readonly y: number };

/** Returns where a point is, in percent from the start and from the top. */
const createPlaces = (points: readonly ChartPoint[], { low, high }: ChartScale) => ({
  x: (at: number) => (points.length < 2 ? SIZE / 2 : (at / (points.length - 1)) * SIZE),
  y: (value: number) => SIZE - ((value - low) / (high - low)) * SIZE,
});

/** Returns the stretches of points with a value; a point without one breaks the line. */
function listStretches(
  points: readonly ChartPoint[],
  pick: PickFigure,
  { x, y }: ReturnType<typeof createPlaces>,
): Place[][] {
  const stretches: Place[][] = [[]];
  for (const [at, point] of points.entries()) {
    const value = pick(point);
    if (value === null) stretches.push([]);
    else stretches.at(-1)?.push({ x: x(at), y: y(value) });
  }
  return stretches.filter((stretch) => stretch.length > 0);
}

const toPath = (stretch: readonly Place[]) =>
  stretch.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join(' ');

/** Returns the area between a stretch and 0. */
const toArea = (stretch: readonly Place[], ground: number) =>
  `${toPath(stretch)} L${stretch.at(-1)?.x} ${ground} L${stretch[0]?.x} ${ground} Z`;

const LINE = { fill: 'none', vectorEffect: 'non-scaling-stroke', strokeLinejoin: 'round' } as const;

/**
 * A small line over time for a tile, with a soft area below it; the compared period is dashed, so that the two differ without
 * colour. The pointer and the arrow keys move a crosshair. Rule: docs/rules/reports.md#charts
 */
const LineChart = ({ points, hasWholeTicks, ...chart }: LineChartProps) => {
  const scale = computeChartScale(
    points.flatMap(({ value, earlier }) => [value, earlier]),
    hasWholeTicks,
  );
  return (
    <div className="h-12">
      <LinePlot points={points} scale={scale} {...chart} />
    </div>
  );
};

/** A small chart that is only looked at, such as in a sample of the colours. */
export const ChartSketch = ({ points, dir }: Pick<DrawingProps, 'points' | 'dir'>) => (
  <div className="relative h-12">
    <LineDrawing
      points={points}
      dir={dir}
      scale={computeChartScale(
        points.flatMap(({ value, earlier }) => [value, earlier]),
        false,
      )}
    />
  </div>
);

type PlotProps = Omit<LineChartProps, 'hasWholeTicks'> & { scale: ChartScale };

const isRtlAt = (element: Element): boolean => getComputedStyle(element).direction === 'rtl';

/** Returns the place that a key moves the crosshair to; null for other keys. */
function moveByKey(key: string, at: number, count: number, isRtl: boolean): number | null {
  const forward = isRtl ? 'ArrowLeft' : 'ArrowRight';
  const backward = isRtl ? 'ArrowRight' : 'ArrowLeft';
  const to = { [forward]: at + 1, [backward]: at - 1, Home: 0, End: count - 1 }[key];
  return to === undefined ? null : Math.min(count - 1, Math.max(0, to));
}

const LinePlot = ({ points, scale, label, active, onActive, sayPoint }: PlotProps) => {
  const place = createPlaces(points, scale);
  const index = points.findIndex(({ key }) => key === active);
  const last = points.length - 1;
  const current = points[index];
  const point = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const part = (event.clientX - box.left) / (box.width || 1);
    const at = Math.round((isRtlAt(event.currentTarget) ? 1 - part : part) * last);
    onActive(points[Math.min(last, Math.max(0, at))]?.key ?? null);
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && active !== null) return onActive(null);
    const to = moveByKey(event.key, index < 0 ? last : index, points.length, isRtlAt(event.currentTarget));
    if (to === null) return;
    event.preventDefault();
    onActive(points[to]?.key ?? null);
  };
  const spoken = current ?? points[last];
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={index < 0 ? last : index}
      aria-valuetext={spoken ? sayPoint(spoken) : undefined}
      className="relative size-full cursor-crosshair touch-pan-y rounded-sm"
      onKeyDown={press}
      onFocus={() => active === null && onActive(points[last]?.key ?? null)}
      onBlur={() => onActive(null)}
      onPointerDown={point}
      onPointerMove={point}
      // a finger that was lifted leaves the crosshair where it was
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onActive(null)}
    >
      <LineDrawing points={points} scale={scale} />
      {current ? <Crosshair point={current} x={place.x(index)} y={place.y} /> : null}
    </div>
  );
};

type DrawingProps = {
  points: readonly ChartPoint[];
  scale: ChartScale;
  /** The reading direction, when it differs from the page's. */
  dir?: 'ltr' | 'rtl' | undefined;
};

const LineDrawing = ({ points, scale, dir }: DrawingProps) => {
  const pageDirection = getTextDirection(useLocale());
  const isRtl = (dir ?? pageDirection) === 'rtl';
  const place = createPlaces(points, scale);
  const stretches = (pick: PickFigure) => listStretches(points, pick, place);
  const values = stretches(pickValue);
  const ground = place.y(0);
  // a single point between gaps has no line
  const marks = values.filter((stretch) => stretch.length === 1).flat();
  return (
    <>
      <svg
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="absolute inset-0 size-full overflow-visible"
      >
        <g transform={isRtl ? `matrix(-1 0 0 1 ${SIZE} 0)` : undefined}>
          <path
            d={`M0 ${ground} L${SIZE} ${ground}`}
            {...LINE}
            className="stroke-line-strong"
            strokeWidth={1}
          />
          {values.map((stretch) => (
            <path
              key={`area ${stretch[0]?.x}`}
              d={toArea(stretch, ground)}
              className="fill-primary-text opacity-10"
            />
          ))}
          {stretches(pickEarlier).map((stretch) => (
            <path
              key={`earlier ${stretch[0]?.x}`}
              d={toPath(stretch)}
              {...LINE}
              className="stroke-muted [stroke-dasharray:4_3]"
              strokeWidth={1.25}
            />
          ))}
          {values.map((stretch) => (
            <path
              key={`value ${stretch[0]?.x}`}
              d={toPath(stretch)}
              {...LINE}
              className="stroke-primary-text"
              strokeWidth={1.75}
            />
          ))}
        </g>
      </svg>
      {marks.map((mark) => (
        <PointMark key={`mark ${mark.x}`} {...mark} className="size-1.5 rounded-full bg-primary-text" />
      ))}
    </>
  );
};

const PointMark = ({ x, y, className }: Place & { className: string }) => (
  <span
    aria-hidden="true"
    className={cx('pointer-events-none absolute -translate-1/2 rtl:translate-x-1/2', className)}
    style={{ insetInlineStart: `${x}%`, top: `${y}%` }}
  />
);

type CrosshairProps = { point: ChartPoint; x: number; y: (value: number) => number };

/** The line through a point with its values. */
const Crosshair = ({ point, x, y }: CrosshairProps) => (
  <>
    <span
      aria-hidden="true"
      data-crosshair={point.key}
      className="pointer-events-none absolute inset-y-0 w-px bg-ink/60"
      style={{ insetInlineStart: `${x}%` }}
    />
    {point.earlier === null ? null : (
      <PointMark
        x={x}
        y={y(point.earlier)}
        className="size-2 rounded-full border-2 border-muted bg-surface"
      />
    )}
    {point.value === null ? null : (
      <PointMark x={x} y={y(point.value)} className="size-2 rounded-full bg-primary-text" />
    )}
  </>
);

export default LineChart;
