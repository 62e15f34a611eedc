import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Legend,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { isolateBidi } from '../../lib/format.ts';

export type ChartPoint = {
  readonly name: string;
  readonly title: string;
  readonly bar: number | null;
  readonly line: number | null;
  readonly compared: number | null;
};

type ChartProps = {
  points: readonly ChartPoint[];
  names: { readonly bar: string; readonly line: string | null; readonly compared: string | null };
  /** True when the first point is on the right. */
  isRtl: boolean;
  say: (value: number) => string;
  sayShort: (value: number) => string;
};

/** With more points than days of two months, marks on the line would touch. */
const MARKED_MAX = 62;

const INK = { fontSize: 12, fill: 'var(--subtle)' };

/** A bar chart with an optional line; the compared period is dashed, so that the two differ without colour. */
const Chart = ({ points, names, isRtl, say, sayShort }: ChartProps) => (
  // recharts measures from the left, also on right-to-left pages
  <div dir="ltr" className="size-full">
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={[...points]} margin={{ top: 8, right: 8, bottom: 0, left: 8 }} accessibilityLayer>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="name"
          tickFormatter={isolateBidi}
          reversed={isRtl}
          tick={INK}
          tickLine={false}
          axisLine={{ stroke: 'var(--line-strong)' }}
          minTickGap={24}
        />
        <YAxis
          orientation={isRtl ? 'right' : 'left'}
          tick={INK}
          tickLine={false}
          axisLine={false}
          width={72}
          tickFormatter={(value: number) => isolateBidi(sayShort(value))}
        />
        <ReferenceLine y={0} stroke="var(--line-strong)" />
        <Tooltip
          cursor={{ fill: 'var(--hover)' }}
          isAnimationActive={false}
          contentStyle={{
            background: 'var(--raised)',
            border: '1px solid var(--line)',
            borderRadius: 8,
            color: 'var(--ink)',
            direction: isRtl ? 'rtl' : 'ltr',
          }}
          itemStyle={{ color: 'var(--ink)' }}
          labelFormatter={(_, [first]) =>
            isolateBidi((first?.payload as ChartPoint | undefined)?.title ?? '')
          }
          formatter={(value) => (typeof value === 'number' ? isolateBidi(say(value)) : '–')}
        />
        <Legend wrapperStyle={{ fontSize: 12, direction: isRtl ? 'rtl' : 'ltr' }} formatter={legendText} />
        <Bar
          dataKey="bar"
          name={names.bar}
          fill="var(--primary-solid)"
          maxBarSize={40}
          radius={[3, 3, 0, 0]}
          isAnimationActive={false}
        />
        {names.compared ? (
          <Line
            dataKey="compared"
            name={names.compared}
            stroke="var(--ink)"
            strokeWidth={1.5}
            strokeDasharray="5 4"
            legendType="plainline"
            dot={false}
            isAnimationActive={false}
          />
        ) : null}
        {names.line ? (
          <Line
            dataKey="line"
            name={names.line}
            stroke="var(--warning-solid)"
            strokeWidth={2}
            dot={points.length > MARKED_MAX ? false : { r: 2.5 }}
            isAnimationActive={false}
          />
        ) : null}
      </ComposedChart>
    </ResponsiveContainer>
  </div>
);

const legendText = (name: string) => <span className="px-1 text-muted">{name}</span>;

export default Chart;
