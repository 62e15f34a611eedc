import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { useGridKeys } from './grid-keys.ts';

const told = { scan: vi.fn(), remove: vi.fn(), end: vi.fn() };

const Lines = ({ dir = 'ltr' }: { dir?: string }) => {
  const keys = useGridKeys({
    onScan: told.scan,
    onRemove: told.remove,
    onEnd: told.end,
    onText: (input, text) => {
      input.value = text;
    },
  });
  return (
    <table {...keys} style={{ direction: dir as 'ltr' }}>
      <tbody>
        {[0, 1].map((index) => (
          <tr key={index}>
            {['quantity', 'cost'].map((cell) => (
              <td key={cell}>
                <input
                  aria-label={`${cell} ${index}`}
                  data-index={index}
                  data-cell={cell}
                  defaultValue="12"
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const cell = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
/** Presses a key and types its character as a browser does. */
function press(input: HTMLInputElement, key: string): void {
  const code = /\d/.test(key) ? `Digit${key}` : key;
  if (fireEvent.keyDown(input, { key, code }) && key.length === 1)
    fireEvent.input(input, { target: { value: input.value + key } });
}

it('a scan into a grid cell is detected, and the cell stays unchanged', () => {
  render(<Lines />);
  const input = cell('quantity 0');
  input.focus();
  for (const sign of [...'6291041500213', 'Enter']) press(input, sign);
  expect(told.scan).toHaveBeenCalledExactlyOnceWith('6291041500213');
  expect(input.value).toBe('12');
});

it('a number typed fast is a number', () => {
  told.scan.mockClear();
  render(<Lines />);
  const input = cell('cost 0');
  input.focus();
  for (const sign of [...'450', 'Enter']) press(input, sign);
  expect(told.scan).not.toHaveBeenCalled();
  expect(input.value).toBe('12450');
  expect(document.activeElement).toBe(cell('cost 1'));
});

it("arrow keys move between cells in the page's direction until a cell is edited", () => {
  render(<Lines dir="rtl" />);
  cell('quantity 0').focus();
  press(cell('quantity 0'), 'ArrowLeft');
  expect(document.activeElement).toBe(cell('cost 0'));
  press(cell('cost 0'), 'ArrowDown');
  expect(document.activeElement).toBe(cell('cost 1'));
  press(cell('cost 1'), 'F2');
  press(cell('cost 1'), 'ArrowRight');
  expect(document.activeElement).toBe(cell('cost 1'));
  press(cell('cost 1'), 'Enter');
  expect(told.end).toHaveBeenCalledOnce();
});

it('Delete empties a filled cell, and removes the line of a selected empty one', async () => {
  render(<Lines />);
  cell('quantity 1').focus();
  await userEvent.keyboard('{Delete}');
  expect(cell('quantity 1').value).toBe('');
  expect(told.remove).not.toHaveBeenCalled();
  cell('quantity 0').focus();
  cell('quantity 1').focus();
  await userEvent.keyboard('{Delete}');
  expect(told.remove).toHaveBeenCalledExactlyOnceWith(1);
  press(cell('quantity 1'), 'F2');
  press(cell('quantity 1'), 'Delete');
  expect(told.remove).toHaveBeenCalledOnce();
});

it('Escape undoes what was typed into a cell', () => {
  render(<Lines />);
  cell('quantity 0').focus();
  press(cell('quantity 0'), '5');
  expect(cell('quantity 0').value).toBe('125');
  press(cell('quantity 0'), 'Escape');
  expect(cell('quantity 0').value).toBe('12');
});
