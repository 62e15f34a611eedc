import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { initTexts } from '../lib/i18n.ts';
import { Dialog, UiProvider } from '../ui/index.ts';
import LeaveQuestion from './leave-question.tsx';

const Page = () => {
  const [open, setOpen] = useState(true);
  return (
    <UiProvider dir="ltr" leaveQuestion={LeaveQuestion}>
      <Dialog open={open} onOpenChange={setOpen} title="Address" closeLabel="Close">
        <input aria-label="Street" />
        <input aria-label="Search" type="search" />
      </Dialog>
    </UiProvider>
  );
};

beforeEach(async () => {
  await initTexts(['kit']);
  render(<Page />);
});

it('a dialog with typed text asks before Escape or its close button empties it', async () => {
  const street = screen.getByRole('textbox', { name: 'Street' });
  await userEvent.type(street, '12 Corniche');
  for (const close of [
    () => userEvent.keyboard('{Escape}'),
    () => userEvent.click(screen.getByRole('button', { name: 'Close' })),
  ]) {
    await close();
    await screen.findByRole('alertdialog', { name: 'Close without saving?' });
    await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect((street as HTMLInputElement).value).toBe('12 Corniche');
  }
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Discard and close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('a dialog in which nothing was typed, or only searched, closes at once', async () => {
  await userEvent.type(screen.getByRole('searchbox'), 'milk');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
