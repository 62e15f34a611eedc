import { getTextDirection, useLocale } from '../../lib/i18n.ts';
import { cx } from '../../ui/index.ts';

export type BarPoint = {
  readonly key: string;
  readonly title: string;
  readonly value: number | null;
  readonly compare_value: number | null;
};

type Drawn = { points: readonly BarPoint[]; className?: string };
/** The reading direction, when it differs from the page's. */
type Directed = { dir?: 'ltr' | 'rtl' | undefined };

const WIDTH = 100;
const HEIGHT = 32;

const scaleOf = (points: readonly BarPoint[]) => {
  const values = points.flatMap(({ value, compare_value }) => [value ?? 0, compare_value ?? 0]);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const span = high - low || 1;
  return (value: number | null) => HEIGHT - (((value ?? 0) - low) / span) * HEIGHT;
};

type FrameProps = Directed & { className?: string | undefined; children: React.ReactNode };

/** The frame of a small chart without axes; the first point is at the start of the reading direction. */
const Frame = ({ className, dir, children }: FrameProps) => {
  const pageDirection = getTextDirection(useLocale());
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={cx('block h-12 w-full overflow-visible', className)}
    >
      <g transform={(dir ?? pageDirection) === 'rtl' ? `matrix(-1 0 0 1 ${WIDTH} 0)` : undefined}>
        {children}
      </g>
    </svg>
  );
};

/** A line chart; the compared period is dashed. */
export const Spark = ({ points, className }: Drawn) => {
  const y = scaleOf(points);
  const path = (pick: (point: BarPoint) => number | null) =>
    points
      .map(
        (point, at) =>
          `${at === 0 ? 'M' : 'L'}${(at / Math.max(1, points.length - 1)) * WIDTH} ${y(pick(point))}`,
      )
      .join(' ');
  const line = { fill: 'none', vectorEffect: 'non-scaling-stroke' } as const;
  return (
    <Frame className={className}>
      {points.some(({ compare_value }) => compare_value !== null) ? (
        <path
          d={path(({ compare_value }) => compare_value)}
          {...line}
          className="stroke-line-strong [stroke-dasharray:4_3]"
          strokeWidth={1.5}
        />
      ) : null}
      <path d={path(({ value }) => value)} {...line} className="stroke-primary-solid" strokeWidth={2} />
    </Frame>
  );
};

/** A bar chart; the compared period is a dashed line across each bar. */
export const Bars = ({ points, className, dir }: Drawn & Directed) => {
  const y = scaleOf(points);
  const step = WIDTH / Math.max(1, points.length);
  const ground = y(0);
  return (
    <Frame className={className} dir={dir}>
      {points.map(({ key, value, compare_value }, at) => (
        <g key={key}>
          <rect
            x={at * step + step * 0.15}
            width={step * 0.7}
            y={Math.min(y(value), ground)}
            height={Math.abs(ground - y(value))}
            className="fill-primary-solid"
          />
          {compare_value === null ? null : (
            <line
              x1={at * step}
              x2={(at + 1) * step}
              y1={y(compare_value)}
              y2={y(compare_value)}
              vectorEffect="non-scaling-stroke"
              strokeWidth={1.5}
              className="stroke-ink [stroke-dasharray:2_2]"
            />
          )}
        </g>
      ))}
    </Frame>
  );
};
