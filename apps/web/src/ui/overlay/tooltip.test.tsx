import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { IconButton } from '../icon-button.tsx';
import { Dialog } from './dialog.tsx';
import { UiProvider } from './portal-provider.tsx';

const draw = (onClick?: () => void) =>
  render(
    <UiProvider dir="ltr">
      <IconButton label="Print" icon={<i />} onClick={onClick} />
      <IconButton label="Remove" icon={<i />} />
    </UiProvider>,
  );
const button = (name: string) => screen.getByRole('button', { name });

it('a tooltip is shown on hover and describes its element until the keyboard leaves it', async () => {
  draw();
  const user = userEvent.setup();
  await user.hover(button('Print'));
  const tooltip = await screen.findByRole('tooltip');
  expect(tooltip.textContent).toBe('Print');
  expect(button('Print').getAttribute('aria-describedby')).toBe(tooltip.id);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip')).toBeNull();
  expect(button('Print').hasAttribute('aria-describedby')).toBe(false);
});

it('a tooltip follows the focus, one at a time, and does not move it', async () => {
  draw();
  const user = userEvent.setup();
  await user.tab();
  expect((await screen.findByRole('tooltip')).textContent).toBe('Print');
  expect(document.activeElement).toBe(button('Print'));
  await user.tab();
  expect((await screen.findByRole('tooltip')).textContent).toBe('Remove');
  expect(screen.getAllByRole('tooltip')).toHaveLength(1);
});

it('a tooltip disappears on press, and the press still works', async () => {
  const pressed = vi.fn();
  draw(pressed);
  const user = userEvent.setup();
  await user.hover(button('Print'));
  await screen.findByRole('tooltip');
  await user.click(button('Print'));
  expect(pressed).toHaveBeenCalledOnce();
  expect(screen.queryByRole('tooltip')).toBeNull();
  fireEvent.pointerMove(button('Remove'), { pointerType: 'touch' });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(screen.queryByRole('tooltip')).toBeNull();
});

it('Escape in a dialog closes the tooltip first and the dialog next', async () => {
  const closed = vi.fn();
  render(
    <UiProvider dir="ltr">
      <Dialog open onOpenChange={closed} title="Address" closeLabel="Close">
        <IconButton label="Find" icon={<i />} />
      </Dialog>
    </UiProvider>,
  );
  const user = userEvent.setup();
  await user.hover(button('Find'));
  await screen.findByRole('tooltip');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip')).toBeNull();
  expect(closed).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(closed).toHaveBeenCalledWith(false);
});
