import { act, fireEvent, render, screen } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UiProvider } from './portal-provider.tsx';
import { Toaster } from './toaster.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const draw = (dir: 'ltr' | 'rtl' = 'ltr') =>
  render(
    <UiProvider dir={dir}>
      <Toaster
        menu="open"
        labels={{ region: 'Notifications ({hotkey})', one: 'Notification', close: 'Close' }}
      />
    </UiProvider>,
  );
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const card = (text: string) => document.querySelector('ol')?.textContent?.includes(text) ?? false;

it('a success toast is shown for five seconds', async () => {
  draw();
  toast.success('Account saved');
  await wait(100);
  expect(card('Account saved')).toBe(true);
  await wait(4800);
  expect(card('Account saved')).toBe(true);
  await wait(400);
  expect(card('Account saved')).toBe(false);
});

it.each([
  [
    'pointer',
    (list: Element) => fireEvent.pointerMove(list),
    (list: Element) => fireEvent.pointerLeave(list),
  ],
  ['focus', (list: Element) => fireEvent.focusIn(list), (list: Element) => fireEvent.focusOut(list)],
])('a toast stays while the %s is on it', async (_name, enter, leave) => {
  draw('rtl');
  toast.success('Role saved');
  await wait(3000);
  const region = screen.getByRole('region', { hidden: true });
  enter(region);
  await wait(20_000);
  expect(card('Role saved')).toBe(true);
  leave(region);
  await wait(2500);
  expect(card('Role saved')).toBe(false);
});

it('an error toast stays until it is closed', async () => {
  draw();
  toast.error('The e-mail is taken', { description: 'Request 01JD' });
  await wait(600_000);
  expect(card('Request 01JD')).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Close', hidden: true }));
  await wait(300);
  expect(card('Request 01JD')).toBe(false);
});

it('a toast closed under the pointer does not keep later ones', async () => {
  draw();
  toast.error('The e-mail is taken');
  await wait(100);
  fireEvent.pointerMove(screen.getByRole('region', { hidden: true }));
  fireEvent.click(screen.getByRole('button', { name: 'Close', hidden: true }));
  await wait(300);
  toast.success('Account saved');
  await wait(100);
  expect(card('Account saved')).toBe(true);
  await wait(5200);
  expect(card('Account saved')).toBe(false);
});

it('a toast action runs and closes the toast', async () => {
  const undo = vi.fn();
  draw();
  toast.success('Account deleted', { action: { label: 'Undo', onClick: undo } });
  await wait(100);
  fireEvent.click(screen.getByRole('button', { name: 'Undo', hidden: true }));
  await wait(300);
  expect(undo).toHaveBeenCalledOnce();
  expect(card('Account deleted')).toBe(false);
});
