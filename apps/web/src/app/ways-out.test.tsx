import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, expect, it } from 'vitest';
import { startTexts } from '../lib/i18n.ts';
import { waysOutOf } from '../lib/ways-out.ts';
import WaysOut from './ways-out.tsx';

beforeAll(() => startTexts(['kit']));

it('the dialog of a refused delete tells each number once, with the link that hands it on', () => {
  const params = { units: 7, orders: 2, drawers: 1, count: 0 };
  const ways = waysOutOf({ code: 'branch.in_use', params }, 4);
  render(
    <MemoryRouter>
      <WaysOut of={{ message: '', ways }} />
    </MemoryRouter>,
  );
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/products/transfers/new?from=4', '/orders?branch_id=4&under_way=1']);
});
