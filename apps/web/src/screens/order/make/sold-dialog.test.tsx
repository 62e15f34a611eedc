import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../../../kit/test-utils.tsx';
import { SoldDialog } from './sold-dialog.tsx';

const sale = { id: 7, due: 66.75, currency: 'QAR' };
const show = (change: number | null) =>
  renderApp({ '/': <SoldDialog of={{ ...sale, change }} onNext={() => undefined} /> }, '/');

it('the sale dialog shows the change when tendered cash was entered, also when it is zero', async () => {
  await show(0);
  expect(await screen.findByText('Change')).toBeTruthy();
});

it('the sale dialog shows no change after a card payment', async () => {
  await show(null);
  expect(await screen.findByText('Paid')).toBeTruthy();
  expect(screen.queryByText('Change')).toBeNull();
});
