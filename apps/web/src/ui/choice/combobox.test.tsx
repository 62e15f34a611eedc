import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Combobox, MultiCombobox } from './combobox.tsx';
import type { ComboboxOption } from './combobox-list.tsx';

const branches: ComboboxOption[] = [
  { value: '1', label: 'Al Sadd' },
  { value: '2', label: 'The Pearl', disabled: true },
  { value: '3', label: 'Lusail' },
  { value: '4', label: 'West Bay' },
];

const One = ({ onSearch }: { onSearch?: (text: string) => void }) => {
  const [value, setValue] = useState<ComboboxOption | null>(null);
  return (
    <form aria-label="form">
      <Combobox
        aria-label="Branch"
        value={value}
        onChange={setValue}
        options={branches}
        onSearch={onSearch}
        emptyText="Nothing found"
        clearLabel="Clear"
      />
    </form>
  );
};

const Many = () => {
  const [value, setValue] = useState<ComboboxOption[]>([]);
  return (
    <MultiCombobox
      aria-label="Branches"
      value={value}
      onChange={setValue}
      options={branches}
      emptyText="Nothing found"
      removeLabel={(option) => `Remove ${option.label}`}
    />
  );
};

/** A combobox with server results: the list shows the previous results until `answer` is pressed. */
const Server = ({ typed, onPick }: { typed: string; onPick: (label: string) => void }) => {
  const [query, setQuery] = useState('');
  const [answered, setAnswered] = useState('');
  const found = branches.filter(({ label }) => label.toLowerCase().includes(answered));
  return (
    <>
      <Combobox
        aria-label="Branch"
        value={null}
        onChange={(option) => onPick(option?.label ?? '')}
        options={found}
        onSearch={setQuery}
        loading={query !== answered}
        emptyText="Nothing found"
      />
      <button
        type="button"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setAnswered(typed)}
      >
        answer
      </button>
    </>
  );
};

const marked = (box: HTMLElement) =>
  document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent;

describe('Combobox', () => {
  it('the combobox is opened, moved through and selected from by keyboard, skipping disabled options', async () => {
    const user = userEvent.setup();
    render(<One />);
    const box = screen.getByRole<HTMLInputElement>('combobox');
    await user.tab();
    expect(box.getAttribute('aria-expanded')).toBe('false');
    await user.keyboard('{ArrowDown}');
    expect(box.getAttribute('aria-expanded')).toBe('true');
    expect(marked(box)).toBe('Al Sadd');
    await user.keyboard('{ArrowDown}');
    expect(marked(box)).toBe('Lusail');
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Enter}');
    expect(box.value).toBe('Lusail');
    expect(box.getAttribute('aria-expanded')).toBe('false');
  });

  it('the Enter that selects an option never submits the form', async () => {
    const user = userEvent.setup();
    render(<One />);
    const submitted = vi.fn((event: Event) => event.preventDefault());
    screen.getByRole('form').addEventListener('submit', submitted);
    await user.click(screen.getByRole('combobox'));
    await user.keyboard('{Enter}');
    expect(submitted).not.toHaveBeenCalled();
    await user.keyboard('{Enter}');
    expect(submitted).toHaveBeenCalledOnce();
  });

  it('the combobox filters its options and drops half-typed words on Escape', async () => {
    const user = userEvent.setup();
    render(<One />);
    const box = screen.getByRole<HTMLInputElement>('combobox');
    await user.type(box, 'west');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['West Bay']);
    await user.type(box, 'x');
    expect(screen.getByRole('status').textContent).toBe('Nothing found');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('option')).toBeNull();
    expect(box.value).toBe('');
  });

  it("the combobox queries the server when it opens and at every letter, and keeps the server's order", async () => {
    const user = userEvent.setup();
    const onSearch = vi.fn();
    render(<One onSearch={onSearch} />);
    await user.type(screen.getByRole('combobox'), 'lu');
    expect(onSearch.mock.calls).toEqual([[''], ['l'], ['lu']]);
    expect(screen.getAllByRole('option')).toHaveLength(4);
  });

  describe('while results are loading', () => {
    const typeAndEnter = async (typed: string) => {
      const user = userEvent.setup();
      const picked = vi.fn();
      render(<Server typed={typed} onPick={picked} />);
      await user.click(screen.getByRole('combobox'));
      await user.keyboard(`${typed}{Enter}`);
      return { user, picked, answer: () => user.click(screen.getByRole('button', { name: 'answer' })) };
    };

    it('an Enter while results load selects from the results of the typed text', async () => {
      const { picked, answer } = await typeAndEnter('west');
      expect(picked).not.toHaveBeenCalled();
      await answer();
      expect(picked.mock.calls).toEqual([['West Bay']]);
    });

    it.each(['{Backspace}t', '{Escape}'])('an Enter while results load is dropped after %s', async (keys) => {
      const { user, picked, answer } = await typeAndEnter('west');
      await user.keyboard(keys);
      await answer();
      expect(picked).not.toHaveBeenCalled();
    });

    it('an Enter while results load selects nothing when there are no results', async () => {
      const { picked, answer } = await typeAndEnter('nowhere');
      await answer();
      expect(picked).not.toHaveBeenCalled();
      expect(screen.getByRole('status').textContent).toBe('Nothing found');
    });

    it('an option chosen by arrow keys while results load is selected as shown', async () => {
      const user = userEvent.setup();
      const picked = vi.fn();
      render(<Server typed="l" onPick={picked} />);
      await user.type(screen.getByRole('combobox'), 'l{ArrowDown}{Enter}');
      expect(picked.mock.calls).toEqual([['Lusail']]);
    });
  });

  it('the combobox is cleared by its button', async () => {
    const user = userEvent.setup();
    render(<One />);
    await user.click(screen.getByRole('combobox'));
    await user.click(screen.getByRole('option', { name: 'West Bay' }));
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('West Bay');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('');
  });
});

describe('MultiCombobox', () => {
  it('the multi-combobox collects chips, removes the last with Backspace and any by its button', async () => {
    const user = userEvent.setup();
    render(<Many />);
    await user.click(screen.getByRole('combobox'));
    await user.keyboard('{Enter}{ArrowDown}{Enter}{ArrowDown}{Enter}');
    const chips = () => screen.queryAllByRole('button', { name: /^Remove/ }).map((one) => one.ariaLabel);
    expect(chips()).toEqual(['Remove Al Sadd', 'Remove Lusail', 'Remove West Bay']);
    await user.keyboard('{Backspace}');
    expect(chips()).toEqual(['Remove Al Sadd', 'Remove Lusail']);
    await user.click(screen.getByRole('button', { name: 'Remove Al Sadd' }));
    expect(chips()).toEqual(['Remove Lusail']);
  });
});
