import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { Drawer } from './drawer.tsx';
import { UiProvider } from './portal-provider.tsx';

const LAYERS = {
  dialog: (close: () => void) => (
    <Dialog open onOpenChange={close} title="Pay" closeLabel="Close">
      <input aria-label="Amount" />
    </Dialog>
  ),
  drawer: (close: () => void) => (
    <Drawer open onOpenChange={close} title="History" closeLabel="Close">
      <p>Nothing happened yet.</p>
    </Drawer>
  ),
  question: (close: () => void) => (
    <ConfirmDialog
      open
      onOpenChange={close}
      title="Cancel order 12?"
      text="Its goods are free again."
      confirmLabel="Cancel the order"
      cancelLabel="Keep it"
      onConfirm={close}
    />
  ),
};

const Page = ({ layer }: { layer: keyof typeof LAYERS }) => {
  const [isOpen, open] = useState(false);
  return (
    <>
      <button type="button" onClick={() => open(true)}>
        Open
      </button>
      {isOpen ? LAYERS[layer](() => open(false)) : null}
    </>
  );
};

it.each(['dialog', 'drawer', 'question'] as const)(
  'a closed %s returns the focus to what opened it',
  async (layer) => {
    const user = userEvent.setup();
    render(
      <UiProvider dir="ltr">
        <Page layer={layer} />
      </UiProvider>,
    );
    await user.tab();
    await user.keyboard('{Enter}');
    expect(document.activeElement?.textContent).not.toBe('Open');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })));
  },
);
