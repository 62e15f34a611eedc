import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { DayBar } from './day-bar.tsx';

type Hours = { from: string; to: string };

const Sample = ({ from, to }: Hours) => {
  const [hours, setHours] = useState({ from, to });
  return (
    <DayBar
      {...hours}
      onChange={(bound, time) => setHours({ ...hours, [bound]: time })}
      fromLabel="From"
      toLabel="Until"
    />
  );
};
const handle = (name: 'From' | 'Until') => screen.getByRole('slider', { name });
const time = (name: 'From' | 'Until') => handle(name).getAttribute('aria-valuetext');
const press = (name: 'From' | 'Until', ...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(handle(name), { key });
  return time(name);
};

afterEach(() => document.documentElement.removeAttribute('dir'));

it('a key moves a time handle by 15 minutes, by an hour, or to an end of the day', () => {
  render(<Sample from="11:00" to="15:00" />);
  expect(press('From', 'ArrowRight')).toBe('11:15');
  expect(press('From', 'ArrowLeft', 'ArrowLeft')).toBe('10:45');
  expect(press('From', 'ArrowUp', 'ArrowUp', 'ArrowDown')).toBe('11:00');
  expect(press('From', 'PageUp')).toBe('12:00');
  expect(press('From', 'PageDown', 'PageDown')).toBe('10:00');
  expect(press('Until', 'End')).toBe('24:00');
  expect(press('Until', 'ArrowRight')).toBe('24:00');
  expect(press('From', 'Home', 'ArrowLeft')).toBe('00:00');
  expect(press('Until', 'Home')).toBe('00:15');
  expect(press('From', 'End')).toBe('23:45');
});

it('a time between two quarters moves to the next quarter in its direction', () => {
  render(<Sample from="11:07" to="15:00" />);
  expect(press('From', 'ArrowRight')).toBe('11:15');
  render(<Sample from="09:07" to="15:00" />);
  fireEvent.keyDown(screen.getAllByRole('slider', { name: 'From' })[1] as Element, { key: 'ArrowLeft' });
  expect(screen.getAllByRole('slider', { name: 'From' })[1]?.getAttribute('aria-valuetext')).toBe('09:00');
});

it('arrow keys are reversed in a right-to-left page', () => {
  render(
    <div style={{ direction: 'rtl' }}>
      <Sample from="11:00" to="15:00" />
    </div>,
  );
  expect(press('From', 'ArrowLeft')).toBe('11:15');
  expect(press('From', 'ArrowRight', 'ArrowRight')).toBe('10:45');
});

it('a time handle can pass the other but not equal it, and the hours then run over midnight', () => {
  const { container } = render(<Sample from="14:30" to="15:00" />);
  const stretches = () =>
    [...container.querySelectorAll<HTMLElement>('.bg-primary-solid')].map(({ style }) => style.width);
  expect(stretches()).toHaveLength(1);
  expect(press('From', 'ArrowRight', 'ArrowRight')).toBe('15:15');
  expect(stretches()).toEqual(['62.5%', '36.4583%']);
  expect(press('From', 'ArrowLeft')).toBe('14:45');
  // the whole day
  expect(press('Until', 'End')).toBe('24:00');
  expect(press('From', 'Home')).toBe('00:00');
});

it('an invalid time has no handle', () => {
  render(<Sample from="25:00" to="15:00" />);
  expect(screen.queryByRole('slider', { name: 'From' })).toBeNull();
  expect(time('Until')).toBe('15:00');
});
