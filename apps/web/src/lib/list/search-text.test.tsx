import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, useCallback, useState } from 'react';
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

const wait = <T,>(value: T) => new Promise<T>((done) => setTimeout(done, 600, value));

// the next screen's code is still loading when the typing pauses: either the router or React waits for it
it.each([
  ['the router waits', { element: <p>There</p>, loader: () => wait(null) }],
  ['React waits', { Component: lazy(() => wait({ default: () => <p>There</p> })) }],
])(
  'a search that is still pending does not navigate back when a row is opened right after typing: %s',
  async (_, there) => {
    const router = createMemoryRouter([
      { path: '/', element: <Box />, hydrateFallbackElement: <p>…</p> },
      { path: '/there', ...there },
    ]);
    render(<RouterProvider router={router} />);
    await userEvent.type(await screen.findByRole('textbox'), 'tea');
    await userEvent.click(screen.getByRole('link'));
    await screen.findByText('There');
    expect(router.state.location.pathname).toBe('/there');
    expect(router.state.location.search).toBe('');
  },
);

type SlowAddress = { readonly sent: (string | null)[]; arrive: (saved: string) => void };

/** A search box whose text arrives in the address when the test says so. */
const SlowBox = ({ address }: { address: SlowAddress }) => {
  const [saved, setSaved] = useState('');
  address.arrive = setSaved;
  const [text, setText] = useSearchText(saved, ({ keywords }) => address.sent.push(keywords));
  return <input aria-label="Search" value={text} onChange={(event) => setText(event.target.value)} />;
};

it('letters typed while the address updates are kept, and a changed address is shown', async () => {
  const address: SlowAddress = { sent: [], arrive: () => {} };
  const router = createMemoryRouter([{ path: '/', element: <SlowBox address={address} /> }]);
  render(<RouterProvider router={router} />);
  const box = screen.getByRole<HTMLInputElement>('textbox');
  await userEvent.type(box, 'r');
  await waitFor(() => expect(address.sent).toContain('r'));
  await userEvent.type(box, 'o');
  act(() => address.arrive('r'));
  expect(box.value).toBe('ro');
  await waitFor(() => expect(address.sent).toContain('ro'));
  for (const saved of ['ro', '', 'ro', 'r']) {
    act(() => address.arrive(saved));
    expect(box.value).toBe(saved);
  }
});
