import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { CommandDialog, type CommandEntry } from './command-dialog.tsx';
import { UiProvider } from './portal-provider.tsx';

const opened = vi.fn<(id: string) => void>();
const entry = (id: string): CommandEntry => ({ id, label: id, onSelect: () => opened(id) });

let more: (entries: CommandEntry[]) => void = () => undefined;
let finish: () => void = () => undefined;

/** The first group comes from the server, the second is there at once. */
const Search = ({ isSure = false }: { isSure?: boolean }) => {
  const [text, setText] = useState('');
  const [records, setRecords] = useState<CommandEntry[]>([]);
  const [loading, setLoading] = useState(true);
  more = setRecords;
  finish = () => setLoading(false);
  return (
    <CommandDialog
      open
      onOpenChange={() => undefined}
      label="Search"
      placeholder="Search"
      text={text}
      onText={setText}
      groups={[
        { heading: 'Records', entries: records },
        { heading: 'Pages', entries: [entry('Price lists'), entry('Prices')] },
      ]}
      emptyText="Nothing"
      loading={loading}
      isSure={isSure}
    />
  );
};

const renderSearch = (isSure = false) => {
  opened.mockClear();
  render(
    <UiProvider dir="ltr">
      <Search isSure={isSure} />
    </UiProvider>,
  );
  return userEvent.setup();
};
const highlighted = () => screen.getByRole('option', { selected: true }).textContent;
const bring = () =>
  act(() => {
    more([entry('Basmati rice')]);
    finish();
  });

it('the command dialog highlights the best match as it arrives, and Enter opens it', async () => {
  const user = renderSearch();
  await user.keyboard('rice');
  expect(highlighted()).toBe('Price lists');
  bring();
  expect(highlighted()).toBe('Basmati rice');
  await user.keyboard('{Enter}');
  expect(opened).toHaveBeenCalledExactlyOnceWith('Basmati rice');
});

it('the command dialog opens the match although Enter came before the answer', async () => {
  const user = renderSearch();
  await user.keyboard('rice{Enter}');
  expect(opened).not.toHaveBeenCalled();
  bring();
  expect(opened).toHaveBeenCalledExactlyOnceWith('Basmati rice');
});

it('the command dialog does not wait when the first entry matches already', async () => {
  const user = renderSearch(true);
  await user.keyboard('price{Enter}');
  expect(opened).toHaveBeenCalledExactlyOnceWith('Price lists');
});

it('the command dialog stays on the selected entry while others arrive', async () => {
  const user = renderSearch();
  await user.keyboard('rice{ArrowDown}');
  expect(highlighted()).toBe('Prices');
  bring();
  expect(highlighted()).toBe('Prices');
  await user.keyboard('{Enter}');
  expect(opened).toHaveBeenCalledExactlyOnceWith('Prices');
});
