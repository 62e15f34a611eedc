import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useCallback } from 'react';
import { createMemoryRouter, Link, RouterProvider, useSearchParams } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useSearchText } from './search-text.ts';

const Box = () => {
  const [address, setAddress] = useSearchParams();
  const set = useCallback(
    ({ keywords }: { keywords: string | null }) =>
      setAddress(keywords ? { keywords } : {}, { replace: true }),
    [setAddress],
  );
  const [text, setText] = useSearchText(address.get('keywords') ?? '', set);
  return (
    <>
      <input aria-label="Search" value={text} onChange={(event) => setText(event.target.value)} />
      <Link to="/there">Open</Link>
    </>
  );
};

it('what was typed last does not call back who opens a row right after', async () => {
  const router = createMemoryRouter([
    { path: '/', element: <Box />, hydrateFallbackElement: <p>…</p> },
    // its code is still on its way when the typing has rested
    {
      path: '/there',
      element: <p>There</p>,
      loader: () => new Promise((done) => setTimeout(done, 600, null)),
    },
  ]);
  render(<RouterProvider router={router} />);
  await userEvent.type(await screen.findByRole('textbox'), 'tea');
  await userEvent.click(screen.getByRole('link'));
  await screen.findByText('There');
  expect(router.state.location.search).toBe('');
});
