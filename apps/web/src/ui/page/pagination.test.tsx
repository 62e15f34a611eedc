import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { UiProvider } from '../overlay/portal-provider.tsx';
import { listPageNumbers, Pagination } from './pagination.tsx';

it.each([
  [1, 1, [1]],
  [1, 5, [1, 2, 3, 4, 5]],
  [1, 9, [1, 2, 3, 4, null, 9]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [4, 9, [1, 2, 3, 4, 5, null, 9]],
  [9, 9, [1, null, 6, 7, 8, 9]],
])('page %i of %i lists %j', (page, last, pages) => {
  expect(listPageNumbers(page, last)).toEqual(pages);
});

const draw = (page: number) => {
  const onPage = vi.fn();
  render(
    <UiProvider dir="rtl">
      <Pagination
        page={page}
        lastPage={9}
        onPage={onPage}
        perPage={20}
        perPageOptions={[10, 20, 50, 100]}
        onPerPage={() => {}}
        summary="81–100 of 171"
        labels={{
          nav: 'Pages',
          previous: 'Previous',
          next: 'Next',
          perPage: 'Rows',
          page: (one) => `Page ${one}`,
          number: String,
        }}
      />
    </UiProvider>,
  );
  return { user: userEvent.setup(), onPage };
};

it('the pagination moves by its buttons, shows the current page and announces the summary', async () => {
  const { user, onPage } = draw(5);
  expect(screen.getByRole('button', { name: 'Page 5' }).getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('status').textContent).toBe('81–100 of 171');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  await user.click(screen.getByRole('button', { name: 'Page 9' }));
  expect(onPage.mock.calls).toEqual([[6], [4], [9]]);
});

it('the pagination cannot go past its ends', () => {
  draw(9);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' }).disabled).toBe(false);
});
