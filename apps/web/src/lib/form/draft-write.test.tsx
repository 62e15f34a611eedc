import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { signIn, type User, watchSession } from '../server/session.ts';
import { loadDraft, saveDraft, useSavedDraft } from './saved-draft.ts';

watchSession();
const enter = (id: number) =>
  signIn({
    user: { id, permissions: ['orders'], must_change_password: false } as unknown as User,
    token: 't',
  });

const Form = () => {
  const [notes, setNotes] = useState('');
  useSavedDraft('receipt.new', notes === '' ? {} : { notes });
  return <input aria-label="notes" value={notes} onChange={(event) => setNotes(event.target.value)} />;
};
const type = (text: string) => fireEvent.change(screen.getByLabelText('notes'), { target: { value: text } });
const stored = () => loadDraft('receipt.new')?.values ?? null;

beforeEach(() => {
  localStorage.clear();
  enter(1);
});

const LEAVING: Record<string, (unmount: () => void) => void> = {
  'closing the tab': () => dispatchEvent(new Event('pagehide')),
  'putting the tab aside': () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    vi.restoreAllMocks();
  },
  'opening another page': (unmount) => unmount(),
};

it.each(Object.entries(LEAVING))('%s stores text typed a moment before', (_, leave) => {
  const { unmount } = render(<Form />);
  type('Back door');
  expect(stored()).toBeNull();
  leave(unmount);
  expect(stored()).toEqual({ notes: 'Back door' });
});

it.each(Object.entries(LEAVING))('%s stores nothing that was discarded or saved before', (_, leave) => {
  const { unmount } = render(<Form />);
  type('Back door');
  saveDraft('receipt.new', null);
  leave(unmount);
  expect(stored()).toBeNull();
});

it('text typed while an older draft is offered is stored when the page is left, and both are offered', () => {
  saveDraft('receipt.new', { notes: 'Old', number: '7' });
  const { unmount } = render(<Form />);
  type('New');
  unmount();
  expect(stored()).toEqual({ notes: 'Old', number: '7' });
  expect(loadDraft('receipt.new.meanwhile')?.values).toEqual({ notes: 'New' });
});

it("a user's typed text is not stored for the next user", () => {
  const { unmount } = render(<Form />);
  type('Back door');
  act(() => enter(2));
  unmount();
  expect(Object.values({ ...localStorage }).filter((text) => String(text).includes('Back door'))).toEqual([]);
});
