import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';

const draw = (loading = false) => {
  const onConfirm = vi.fn();
  const onOpenChange = vi.fn();
  render(
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title="Delete the role Cashier?"
      text="4 people lose their access at once."
      confirmLabel="Delete role"
      cancelLabel="Cancel"
      onConfirm={onConfirm}
      danger
      loading={loading}
    />,
  );
  return { user: userEvent.setup(), onConfirm, onOpenChange };
};

it('the confirm dialog names the object and the consequence, and Enter does not destroy', async () => {
  const { user, onConfirm, onOpenChange } = draw();
  expect(screen.getByRole('alertdialog', { name: 'Delete the role Cashier?' })).toBeTruthy();
  expect(screen.getByRole('alertdialog').textContent).toContain('4 people lose their access');
  expect(document.activeElement?.textContent).toBe('Cancel');
  await user.keyboard('{Enter}');
  expect(onConfirm).not.toHaveBeenCalled();
  expect(onOpenChange).toHaveBeenCalledWith(false);
});

it('the confirm dialog acts on its verb and stays open until it succeeds', async () => {
  const { user, onConfirm, onOpenChange } = draw();
  await user.click(screen.getByRole('button', { name: 'Delete role' }));
  expect(onConfirm).toHaveBeenCalledOnce();
  expect(onOpenChange).not.toHaveBeenCalled();
});

it('the confirm dialog acts once, however often it is pressed', async () => {
  const { user, onConfirm } = draw(true);
  await user.click(screen.getByRole('button', { name: 'Delete role' }));
  expect(onConfirm).not.toHaveBeenCalled();
});
