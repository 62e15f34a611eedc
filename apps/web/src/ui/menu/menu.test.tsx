import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Menu, MenuItem } from './menu.tsx';

const draw = (onClick = vi.fn()) => {
  render(
    <Menu
      trigger={
        <button type="button" onClick={onClick}>
          More
        </button>
      }
    >
      <MenuItem onSelect={vi.fn()}>One</MenuItem>
      <MenuItem onSelect={vi.fn()}>Two</MenuItem>
    </Menu>,
  );
  return screen.getByRole('button', { name: 'More' });
};

it('a menu opened by keyboard for the first time focuses its first entry, like every later time', async () => {
  const button = draw();
  button.focus();
  expect(button.getAttribute('aria-haspopup')).toBe('menu');
  // Enter on a button is a click without a pointer
  fireEvent.click(button, { detail: 0 });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('One'));
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' })));
});

it('a menu opened by pointer focuses no entry, and its button keeps its own action', async () => {
  const clicked = vi.fn();
  fireEvent.click(draw(clicked), { detail: 1 });
  await screen.findByRole('menu');
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  expect(document.activeElement?.getAttribute('role')).not.toBe('menuitem');
  expect(clicked).toHaveBeenCalledOnce();
});

it('a disabled menu entry is reached by keyboard, shows its reason and does nothing', async () => {
  const chosen = vi.fn();
  render(
    <Menu trigger={<button type="button">Export</button>}>
      <MenuItem onSelect={chosen}>Excel</MenuItem>
      <MenuItem onSelect={chosen} reason="At most 1,000 rows.">
        PDF
      </MenuItem>
    </Menu>,
  );
  const button = screen.getByRole('button', { name: 'Export' });
  button.focus();
  fireEvent.click(button, { detail: 0 });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Excel'));
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' });
  const entry = screen.getByRole('menuitem', { name: 'PDF', description: 'At most 1,000 rows.' });
  await waitFor(() => expect(document.activeElement).toBe(entry));
  expect(entry.getAttribute('aria-disabled')).toBe('true');
  fireEvent.keyDown(entry, { key: 'Enter' });
  fireEvent.click(entry);
  expect(screen.getByRole('menu')).toBeTruthy();
  expect(chosen).not.toHaveBeenCalled();
});
