import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useScanInInput } from '../shared/use-scan-in-input.ts';
import { useScanGuard } from './scan-guard.ts';

const CODE = '6291041500213';
const SPEEDS = [5, 30, 60, 120];
const ENDS = ['Enter', 'Tab'];
const save = vi.fn();
const scanned = vi.fn();
let now = 0;

/** Types signs into the focused element as a browser does, with `gap` milliseconds between them. */
function type(signs: string, gap: number, end: string) {
  for (const [index, sign] of [...signs, end].entries()) {
    const on = document.activeElement ?? document.body;
    const event = createEvent.keyDown(on, { key: sign, code: sign.length === 1 ? `Digit${sign}` : sign });
    now += index === 0 ? 1_000 : gap;
    Object.defineProperty(event, 'timeStamp', { value: now });
    const isFree = fireEvent(on, event);
    if (!isFree) continue;
    if (sign === 'Enter' && on instanceof HTMLButtonElement) on.click();
    else if (sign === 'Enter' && on instanceof HTMLInputElement && on.form) fireEvent.submit(on.form);
    else if (sign.length === 1 && on instanceof HTMLInputElement) {
      const text = on.selectionStart === on.selectionEnd ? on.value + sign : sign;
      fireEvent.input(on, { target: { value: text } });
    }
  }
}

const Form = () => {
  useScanGuard();
  const [quantity, setQuantity] = useState('3');
  const read = useScanInInput(setQuantity, scanned);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <input aria-label="Name" defaultValue="Amal" />
      <input aria-label="Price" inputMode="decimal" defaultValue="2.50" />
      <input
        aria-label="Quantity"
        data-quantity=""
        value={quantity}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setQuantity(event.target.value)}
        onKeyDown={(event) => {
          if (read(event) !== 'scan' && event.key === 'Enter') event.preventDefault();
        }}
      />
      <button type="button" onClick={save}>
        Save
      </button>
      <div role="dialog" aria-label="Pay">
        <input aria-label="Amount" defaultValue="5" />
        <button type="button" onClick={save}>
          Pay now
        </button>
      </div>
    </form>
  );
};

afterEach(() => vi.clearAllMocks());
const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const runs = SPEEDS.flatMap((gap) => ENDS.map((end) => [gap, end] as const));

describe.each(runs)('a scan of %d ms a character with %s at its end', (gap, end) => {
  it.each(['Name', 'Price', 'Amount'])('a scan saves nothing from the box %s and clears nothing', (name) => {
    render(<Form />);
    const before = box(name).value;
    box(name).focus();
    type(CODE, gap, end);
    expect(save).not.toHaveBeenCalled();
    expect(box(name).value).toBe(before + CODE);
  });

  it.each(['Save', 'Pay now'])('a scan does not press the button %s', (name) => {
    render(<Form />);
    screen.getByText(name).focus();
    type(CODE, gap, end);
    expect(save).not.toHaveBeenCalled();
  });

  it('a scan in a quantity box adds the item and keeps the quantity', () => {
    render(<Form />);
    box('Quantity').focus();
    type(CODE, gap, end);
    type('40170725', gap, end);
    expect(scanned.mock.calls).toEqual([[CODE], ['40170725']]);
    expect(box('Quantity').value).toBe('3');
    expect(save).not.toHaveBeenCalled();
  });
});

it('uneven gaps of a busy browser do not break scan detection', () => {
  render(<Form />);
  box('Quantity').focus();
  type('62910415', 40, '');
  now -= 900;
  type('00213', 140, 'Enter');
  expect(box('Quantity').value).toBe('3');
});

it.each([5, 120, 400])('a person types a quantity of up to seven digits at %d ms a character', (gap) => {
  render(<Form />);
  box('Quantity').focus();
  type('12', gap, 'Enter');
  expect(box('Quantity').value).toBe('12');
  if (gap > 100) {
    box('Quantity').select();
    type('1234567', gap, 'Enter');
    expect(box('Quantity').value).toBe('1234567');
  }
  expect(scanned).not.toHaveBeenCalled();
});

it('eight digits typed into a quantity box are a barcode, and the quantity is restored', () => {
  render(<Form />);
  box('Quantity').focus();
  type('40170725', 400, 'Enter');
  expect(scanned).toHaveBeenCalledWith('40170725');
  expect(box('Quantity').value).toBe('3');
});

it('a person saves with Enter, also after a phone number', () => {
  render(<Form />);
  box('Name').focus();
  type('5512', 120, 'Enter');
  type('55123456', 200, 'Enter');
  expect(save).toHaveBeenCalledTimes(2);
});

describe('the Enter of a scan in an input with its own scan handling', () => {
  /** Submits with an event of the browser, as its Enter does. */
  const submit = () => box('Quantity').form?.requestSubmit();
  const scanInto = (name: string) => {
    save.mockClear();
    box(name).focus();
    type(CODE, 30, 'Enter');
    save.mockClear();
  };

  it("a scan's Enter saves nothing however late a busy page submits", () => {
    render(<Form />);
    scanInto('Quantity');
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2_000);
    submit();
    expect(save).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it.each(['keyup', 'pointerdown', 'keydown'])(
    "a scan's Enter is over with the next %s, so that a person can save",
    (next) => {
      render(<Form />);
      scanInto('Quantity');
      fireEvent(box('Quantity'), new Event(next, { bubbles: true }));
      submit();
      expect(save).toHaveBeenCalledTimes(1);
    },
  );
});
