import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import LineChart, { type ChartPoint } from './line-chart.tsx';

const POINTS: readonly ChartPoint[] = [4, null, 6, 8].map((value, at) => ({
  key: String(at),
  title: `Day ${at}`,
  label: String(at),
  value,
  earlier: at === 3 ? null : 5,
}));

const Bench = ({ dir = 'ltr' }: { dir?: 'ltr' | 'rtl' }) => {
  const [active, onActive] = useState<string | null>(null);
  return (
    <div dir={dir} style={{ direction: dir }}>
      <LineChart
        points={POINTS}
        label="Orders by day"
        hasWholeTicks
        active={active}
        onActive={onActive}
        sayPoint={({ title, value }) => `${title}: ${value ?? 'nothing'}`}
      />
    </div>
  );
};

/** Opens the chart, 300 pixels wide. */
const openChart = (dir?: 'ltr' | 'rtl') => {
  render(<Bench {...(dir ? { dir } : {})} />);
  const plot = screen.getByRole('slider', { name: 'Orders by day' });
  plot.getBoundingClientRect = () => new DOMRect(0, 0, 300, 100);
  return plot;
};
const crosshair = () => document.querySelector('[data-crosshair]')?.getAttribute('data-crosshair') ?? null;

it.each([
  ['ltr', 10, '0'],
  ['ltr', 95, '1'],
  ['ltr', 299, '3'],
  ['rtl', 10, '3'],
  ['rtl', 299, '0'],
] as const)('in %s the pointer at %d pixels is at point %s', (dir, clientX, key) => {
  const plot = openChart(dir);
  fireEvent.pointerMove(plot, { clientX });
  expect(crosshair()).toBe(key);
  expect(plot.getAttribute('aria-valuenow')).toBe(key);
  fireEvent.pointerLeave(plot, { pointerType: 'mouse' });
  expect(crosshair()).toBeNull();
});

it('a finger that was lifted leaves the crosshair', () => {
  const plot = openChart();
  fireEvent.pointerDown(plot, { clientX: 100, pointerType: 'touch' });
  fireEvent.pointerLeave(plot, { clientX: 100, pointerType: 'touch' });
  expect(crosshair()).toBe('1');
});

it.each([
  ['ltr', ['ArrowLeft', 'ArrowLeft', 'ArrowRight'], '2'],
  ['rtl', ['ArrowRight', 'ArrowRight', 'ArrowLeft'], '2'],
  ['ltr', ['Home', 'ArrowLeft'], '0'],
  ['ltr', ['Home', 'End', 'ArrowRight'], '3'],
  ['ltr', ['Home', 'Escape'], null],
] as const)('in %s the keys %j lead to point %s', (dir, keys, key) => {
  const plot = openChart(dir);
  plot.focus();
  for (const one of keys) fireEvent.keyDown(plot, { key: one });
  expect(crosshair()).toBe(key);
});

it('the chart says a point without a value, and draws a gap for it', () => {
  const plot = openChart();
  fireEvent.pointerMove(plot, { clientX: 100 });
  expect(plot.getAttribute('aria-valuetext')).toBe('Day 1: nothing');
  const [first, second] = [...document.querySelectorAll('path.stroke-primary-text')].map((path) =>
    path.getAttribute('d'),
  );
  expect([first?.match(/[ML]/g), second?.match(/[ML]/g)]).toEqual([['M'], ['M', 'L']]);
});

it('the compared period is dashed, so that the lines differ without colour', () => {
  openChart();
  expect(document.querySelectorAll('path[class*="dasharray"]')).toHaveLength(1);
});
