import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { initTexts } from '../lib/i18n.ts';
import { signIn, signOut } from '../lib/server/session.ts';
import { ConfirmDialog, Dialog, Drawer, UiProvider } from '../ui/index.ts';
import { LeaveBlocker } from './leave-blocker.tsx';
import LeaveQuestion from './leave-question.tsx';
import { testUser } from './test-utils.tsx';

const fields = (
  <>
    <input aria-label="Street" />
    <input aria-label="Search" type="search" />
    <textarea aria-label="Notes" />
    <Link to="/help">Help</Link>
  </>
);
type PanelProps = { open: boolean; onOpenChange: (open: boolean) => void };
const PANELS: Record<string, (props: PanelProps) => ReactNode> = {
  dialog: (props) => (
    <Dialog {...props} title="Address" closeLabel="Close">
      {fields}
    </Dialog>
  ),
  drawer: (props) => (
    <Drawer {...props} title="Address" closeLabel="Close">
      {fields}
    </Drawer>
  ),
  question: (props) => (
    <ConfirmDialog
      {...props}
      title="Address"
      text="Why?"
      confirmLabel="Delete"
      cancelLabel="Cancel"
      onConfirm={() => undefined}
    >
      {fields}
    </ConfirmDialog>
  ),
};

let router: ReturnType<typeof createMemoryRouter>;
const Page = ({ kind }: { kind: string }) => {
  const [open, setOpen] = useState(true);
  return PANELS[kind]?.({ open, onOpenChange: setOpen });
};
function show(kind: string) {
  router = createMemoryRouter(
    [
      { path: '/page', element: <Page kind={kind} /> },
      { path: '/*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: ['/before', '/page'], initialIndex: 1 },
  );
  render(
    <UiProvider dir="ltr" leaveQuestion={{ Question: LeaveQuestion, Blocker: LeaveBlocker }}>
      <RouterProvider router={router} />
    </UiProvider>,
  );
}

beforeEach(async () => {
  await initTexts(['kit']);
  signIn({ user: testUser, token: 't'.repeat(20) });
});
afterEach(() => signOut());

const WAYS: Record<string, () => Promise<unknown>> = {
  Escape: () => userEvent.keyboard('{Escape}'),
  'the close button': () => userEvent.click(screen.getByRole('button', { name: 'Close' })),
  'a click beside': async () => {
    const [overlay] = document.querySelectorAll('[data-state=open].fixed');
    await userEvent.click(overlay as Element);
  },
  Back: () => act(() => router.navigate(-1)),
  'a link': () => userEvent.click(screen.getByRole('link', { name: 'Help' })),
};
const asks = () => screen.findByRole('alertdialog', { name: 'Close without saving?' });
/** A question about one thing has no close button, and a click beside it does nothing. */
const waysOf = (kind: string) =>
  Object.keys(WAYS).filter(
    (way) => kind !== 'question' || !['the close button', 'a click beside'].includes(way),
  );

describe.each(Object.keys(PANELS))('a %s', (kind) => {
  it.each(waysOf(kind))('with typed text it asks before %s empties it', async (way) => {
    for (const name of ['Street', 'Notes']) {
      show(kind);
      await userEvent.type(screen.getByRole('textbox', { name }), '12 Corniche');
      await WAYS[way]?.();
      await asks();
      await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
      await waitFor(() => expect(screen.queryByText('Close without saving?')).toBeNull());
      expect(screen.getByRole<HTMLInputElement>('textbox', { name }).value).toBe('12 Corniche');
      expect(router.state.location.pathname).toBe('/page');
      await WAYS[way]?.();
      await asks();
      await userEvent.click(screen.getByRole('button', { name: 'Discard and close' }));
      await waitFor(() => expect(screen.queryByRole('textbox', { name })).toBeNull());
      const isAway = way === 'Back' || way === 'a link';
      await waitFor(() =>
        expect(router.state.location.pathname).toBe(
          isAway ? (way === 'Back' ? '/before' : '/help') : '/page',
        ),
      );
      document.body.replaceChildren();
    }
  });

  it.each(waysOf(kind))(
    'without typed text, or with a search only, it asks nothing before %s',
    async (way) => {
      show(kind);
      await userEvent.type(screen.getByRole('searchbox'), 'milk');
      await WAYS[way]?.();
      await waitFor(() => expect(screen.queryByRole('searchbox')).toBeNull());
      expect(screen.queryByText('Close without saving?')).toBeNull();
    },
  );
});

it('a dialog that was saved can navigate to another page without a question', async () => {
  show('dialog');
  await userEvent.type(screen.getByRole('textbox', { name: 'Street' }), '12 Corniche');
  await act(() => router.navigate('/saved'));
  await screen.findByText('Elsewhere');
});
