import { api } from '@dukkan/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mockServer, renderApp } from '../../../kit/test-utils.tsx';
import { initTexts } from '../../../lib/i18n.ts';
import type { OrderDetails } from '../shared/order-status.tsx';
import { DeliveryEditor } from './delivery-editor.tsx';

const order = {
  id: 12,
  version: 4,
  branch_id: 1,
  type: 'delivery',
  client_id: null,
  client_name: 'Nora',
  client_phone: '+97455123456',
  address_id: null,
  place: {
    area_id: 3,
    area_name: 'Al Sadd',
    area_no: null,
    street: '835',
    home_no: null,
    lat: null,
    lng: null,
  },
  delivery_id: 2,
  preferred_at: null,
  currency: 'QAR',
  lines: [{ id: 1, product_id: 7, item_id: 70, offer_id: null, quantity: 2, extras: [] }],
} as unknown as OrderDetails;

it('a retyped street is priced before saving, and only the address is sent', async () => {
  const change = { due_before: 45, due: 55, paid_amount: 0, open_amount: 55, refund_amount: 0 };
  const server = mockServer({
    [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }),
    [api.order.price.path]: () => ({
      results: {
        due: 55,
        warnings: [],
        shortages: [],
        lines: [],
        branch_name: 'Al Sadd',
        change,
        dropped: [],
      },
    }),
    [api.order.save.path]: () => ({ failure: { errors: { 'client.street': ['Not today'] } } }),
    [api.location.quote.path]: () => ({ results: { name: 'Al Sadd', branch_id: 1, elsewhere: null } }),
    [api.location.list.path]: () => ({ results: [] }),
    [api.branch.list.path]: () => ({ results: [] }),
    [api.deliveryMethod.list.path]: () => ({ results: [] }),
  });
  await initTexts(['order', 'fields', 'kit']);
  await renderApp({ '/': <DeliveryEditor of={order} onClose={() => undefined} /> }, '/');
  const save = await screen.findByRole('button', { name: 'Save delivery' });
  expect(save.hasAttribute('disabled')).toBe(true);
  fireEvent.change(screen.getByRole('textbox', { name: 'Street' }), { target: { value: '900' } });
  await screen.findByText(/45\.00/);
  expect(screen.getByText('Amount to collect:').nextSibling?.textContent).toMatch(/55\.00/);
  await waitFor(() => expect(save.hasAttribute('disabled')).toBe(false));
  fireEvent.click(save);
  await screen.findByText('Not today');
  expect(server.of(api.order.save)[0]).toEqual({
    id: 12,
    version: 4,
    client: { area_id: 3, street: '900' },
  });
});
