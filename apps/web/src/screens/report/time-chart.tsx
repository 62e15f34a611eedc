import type { ReactNode } from 'react';
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { isolateBidi } from '../../lib/format.ts';
import { getTextDirection, useLocale } from '../../lib/i18n.ts';
import { computeChartScale, listLabelPlaces } from '../../shared/report/chart-scale.ts';
import type { ChartPoint } from '../../shared/report/line-chart.tsx';

/** With more points than days of two months, marks on the second line would touch. */
const MARKED_MAX = 62;
const INK = { fontSize: 12, fill: 'var(--subtle)' };

type TimeChartProps = {
  points: readonly ChartPoint[];
  /** What the chart shows, for screen readers. */
  label: string;
  /** True for counts, whose ticks are whole numbers. */
  hasWholeTicks: boolean;
  sayTick: (value: number) => string;
  /** The most labels below the axis. */
  labels: number;
  /** The values of the point under the crosshair. */
  tooltip: (point: ChartPoint) => ReactNode;
};

/**
 * A line over time with a soft area below it and a crosshair that pointer and arrow keys move. The compared period is dashed and
 * the second line has marks, so that they differ without colour. Rule: docs/rules/reports.md#charts
 */
const TimeChart = ({ points, label, hasWholeTicks, sayTick, labels, tooltip }: TimeChartProps) => {
  const isRtl = getTextDirection(useLocale()) === 'rtl';
  const { low, high, ticks } = computeChartScale(
    points.flatMap(({ value, earlier, second }) => [value, earlier, second ?? null]),
    hasWholeTicks,
  );
  const titles = new Map(points.map((point) => [point.key, point.label]));
  const shared = { type: 'linear', isAnimationActive: false } as const;
  return (
    // recharts measures from the left, also on right-to-left pages
    <div dir="ltr" className="size-full">
      <ResponsiveContainer width="100%" height="100%">
        <ComposedChart
          data={[...points]}
          margin={{ top: 8, right: 32, bottom: 0, left: 32 }}
          accessibilityLayer
          title={label}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="key"
            ticks={listLabelPlaces(points.length, labels).flatMap((at) => points[at]?.key ?? [])}
            interval={0}
            tickFormatter={(key: string) => isolateBidi(titles.get(key) ?? '')}
            reversed={isRtl}
            tick={INK}
            tickLine={false}
            axisLine={false}
          />
          <YAxis
            orientation={isRtl ? 'right' : 'left'}
            domain={[low, high]}
            ticks={[...ticks]}
            tick={INK}
            tickLine={false}
            axisLine={false}
            width="auto"
            tickFormatter={(value: number) => isolateBidi(sayTick(value))}
          />
          <ReferenceLine y={0} stroke="var(--line-strong)" />
          <Tooltip
            cursor={{ stroke: 'var(--ink)', strokeOpacity: 0.6 }}
            isAnimationActive={false}
            content={({ active, payload }) => {
              const point = payload?.[0]?.payload as ChartPoint | undefined;
              return active && point ? (
                <div
                  dir={isRtl ? 'rtl' : 'ltr'}
                  className="rounded-lg border border-line bg-raised px-3 py-2 text-sm whitespace-nowrap shadow-md"
                >
                  {tooltip(point)}
                </div>
              ) : null;
            }}
          />
          <Area
            {...shared}
            dataKey="value"
            stroke="var(--primary-text)"
            strokeWidth={1.75}
            fill="var(--primary-text)"
            fillOpacity={0.1}
            activeDot={{ r: 4 }}
          />
          <Line
            {...shared}
            dataKey="earlier"
            stroke="var(--muted)"
            strokeWidth={1.25}
            strokeDasharray="4 3"
            dot={false}
          />
          <Line
            {...shared}
            dataKey="second"
            stroke="var(--warning-text)"
            strokeWidth={1.5}
            dot={points.length > MARKED_MAX ? false : { r: 2 }}
          />
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
};

export default TimeChart;
