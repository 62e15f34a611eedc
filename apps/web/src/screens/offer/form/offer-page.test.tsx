import { api } from '@dukkan/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mockServer, renderApp } from '../../../kit/test-utils.tsx';
import { OfferPage } from './offer-page.tsx';

const page = (kind: 'wholesale' | 'bundle' | 'coupon') => (
  <OfferPage kind={kind}>{(record) => <h1>{`${kind} ${record?.title}`}</h1>}</OfferPage>
);

it.each([
  ['wholesale', '/offers/wholesales/3'],
  ['bundle', '/offers/wholesales/3'],
  ['coupon', '/offers/bundles/3'],
] as const)('a %s opened at %s is shown on the page of its kind', async (type, address) => {
  mockServer({
    [api.offer.show.path.replace('{id}', '3')]: () => ({
      results: { id: 3, title: 'Ramadan', type, info: { type }, version: 1, actions: ['save'] },
    }),
  });
  await renderApp(
    {
      '/offers/wholesales/:id': page('wholesale'),
      '/offers/bundles/:id': page('bundle'),
      '/offers/coupons/:id': page('coupon'),
    },
    address,
  );
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(`${type} Ramadan`);
});
