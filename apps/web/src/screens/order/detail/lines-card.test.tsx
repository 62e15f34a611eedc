import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mockServer, renderApp } from '../../../kit/test-utils.tsx';
import { initTexts } from '../../../lib/i18n.ts';
import { LineRow } from '../make/line-row.tsx';
import type { OrderDetails } from '../shared/order-status.tsx';
import { OrderLinesCard } from './lines-card.tsx';

const lineAt = (id: number, price: number, facts: object = {}) => ({
  id,
  key: String(id),
  product_id: null,
  item_id: id,
  offer_id: null,
  title: `Bread ${id}`,
  barcode: null,
  image_url: null,
  quantity: 1,
  stepper: 1,
  text: '1',
  extras_ids: [],
  unit_list: price,
  unit_price: price,
  gross: price,
  net: price,
  tax: 0,
  extras: [],
  steps: [],
  parts: [],
  returned_quantity: 0,
  discount_source: null,
  ...facts,
});

it('a line of a product without a price shows a warning in a stored order, and other lines do not', async () => {
  mockServer({});
  await initTexts(['order']);
  const lines = [lineAt(1, 0), lineAt(2, 5), lineAt(3, 0, { offer_id: 7 })];
  const order = { lines, lines_count: 3, edit_reason: null } as unknown as OrderDetails;
  await renderApp({ '/': <OrderLinesCard of={order} onEdit={() => undefined} /> }, '/');
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((row) => within(row).queryByText('Price 0') !== null)).toEqual([true, false, false]);
});

it('a line of a product without a price shows a warning while the order is entered, once it is priced', async () => {
  mockServer({});
  await initTexts(['order', 'fields']);
  const props = { shortage: undefined, isShared: false, isCodeLike: false, branch: 'Souq', error: undefined };
  const rowOf = (id: number, price: number | null) => (
    <LineRow
      {...props}
      line={lineAt(id, 0) as never}
      priced={price === null ? undefined : (lineAt(id, price) as never)}
      onChange={() => undefined}
      onTake={() => undefined}
      onReceive={() => undefined}
      onScan={() => undefined}
      onRemove={() => undefined}
      onEnd={() => undefined}
      onMove={() => undefined}
    />
  );
  const list = (
    <ul>
      {rowOf(1, 0)}
      {rowOf(2, 5)}
      {rowOf(3, null)}
    </ul>
  );
  await renderApp({ '/': list }, '/');
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((row) => within(row).queryByText('Price 0') !== null)).toEqual([true, false, false]);
});
