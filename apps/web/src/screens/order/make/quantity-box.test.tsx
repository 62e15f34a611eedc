import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { initTexts } from '../../../lib/i18n.ts';
import { UiProvider } from '../../../ui/index.ts';
import { QuantityBox } from './quantity-box.tsx';

const told = { scan: vi.fn(), remove: vi.fn(), end: vi.fn(), move: vi.fn() };
beforeAll(() => initTexts(['order']));
beforeEach(() => vi.clearAllMocks());

const Box = ({ stepper = 1 }: { stepper?: number }) => {
  const [text, setText] = useState('2');
  return (
    <UiProvider dir="ltr">
      <QuantityBox
        label="Bread"
        text={text}
        stepper={stepper}
        wrong={false}
        onText={setText}
        onScan={told.scan}
        onRemove={told.remove}
        onEnd={told.end}
        onMove={told.move}
      />
    </UiProvider>
  );
};

const box = () => screen.getByRole<HTMLInputElement>('textbox');
let now = 0;
/** Presses a key and types its character as a browser does, `after` milliseconds after the last one. */
function press(key: string, after = 500): void {
  const code = /\d/.test(key) ? `Digit${key}` : key;
  const event = createEvent.keyDown(box(), { key, code });
  // fixed times, because delays on a busy machine would make the scanner look like a person
  now += after;
  Object.defineProperty(event, 'timeStamp', { value: now });
  if (fireEvent(box(), event) && /^[\d.]$/.test(key))
    fireEvent.input(box(), { target: { value: box().value + key } });
}

it("plus and minus change a quantity by the product's step and are not typed", () => {
  render(<Box stepper={0.5} />);
  press('+');
  expect(box().value).toBe('2.5');
  press('-');
  press('-');
  expect(box().value).toBe('1.5');
});

it('digits are typed as the quantity', () => {
  render(<Box />);
  fireEvent.input(box(), { target: { value: '' } });
  press('1');
  press('2');
  expect(box().value).toBe('12');
});

it('Delete removes the line, arrows go to the next one, Enter and Escape back to the search', () => {
  render(<Box />);
  press('Delete');
  expect(told.remove).toHaveBeenCalledOnce();
  press('ArrowDown');
  press('ArrowUp');
  expect(told.move.mock.calls).toEqual([[1], [-1]]);
  press('Enter');
  press('Escape');
  expect(told.end).toHaveBeenCalledTimes(2);
});

it('a letter typed in a quantity box starts the search for the next item', () => {
  render(<Box />);
  press('b');
  expect(told.end).toHaveBeenCalledOnce();
  expect(box().value).toBe('2');
});

it('a scan into a quantity box is detected, and the quantity stays unchanged', () => {
  render(<Box />);
  for (const sign of [...'6291041500213', 'Enter']) press(sign, 5);
  expect(told.scan).toHaveBeenCalledExactlyOnceWith('6291041500213');
  expect(box().value).toBe('2');
  expect(told.end).not.toHaveBeenCalled();
});
