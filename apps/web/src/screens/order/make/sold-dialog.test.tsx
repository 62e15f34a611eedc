import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../../../kit/test-utils.tsx';
import { SoldDialog } from './sold-dialog.tsx';

const sale = { id: 7, due: 66.75, currency: 'QAR' };
const show = (change: number | null) =>
  renderApp({ '/': <SoldDialog of={{ ...sale, change }} onNext={() => undefined} /> }, '/');

it('names the change after a sale for which received cash was entered, also where it is nothing', async () => {
  await show(0);
  expect(await screen.findByText('Change')).toBeTruthy();
});

it('names no change after a sale that was paid by card', async () => {
  await show(null);
  expect(await screen.findByText('Paid')).toBeTruthy();
  expect(screen.queryByText('Change')).toBeNull();
});
