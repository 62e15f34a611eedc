import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderApp } from '../../../kit/test-utils.tsx';
import { SoldDialog } from './sold-dialog.tsx';

const sale = { id: 7, due: 66.75, currency: 'QAR' };
const show = (change: number | null, onNext: () => void = vi.fn()) =>
  renderApp({ '/': <SoldDialog of={{ ...sale, change }} onNext={onNext} /> }, '/');

it('the sale dialog shows the change when tendered cash was entered, also when it is zero', async () => {
  await show(0);
  expect(await screen.findByText('Change')).toBeTruthy();
});

it('the sale dialog shows no change after a card payment', async () => {
  await show(null);
  expect(await screen.findByText('Paid')).toBeTruthy();
  expect(screen.queryByText('Change')).toBeNull();
});

it('Enter after a sale begins the next one', async () => {
  const onNext = vi.fn();
  await show(null, onNext);
  await screen.findByText('Paid');
  await userEvent.keyboard('{Enter}');
  expect(onNext).toHaveBeenCalledOnce();
});
