import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { TabPanel, Tabs } from './tabs.tsx';

const NAMES = ['one', 'two', 'three', 'four'];

const Example = ({ onChange }: { onChange: (value: string) => void }) => {
  const [value, setValue] = useState('one');
  return (
    <Tabs
      label="Parts"
      value={value}
      onChange={(next) => {
        onChange(next);
        setValue(next);
      }}
      tabs={NAMES.map((name) => ({ value: name, label: name, disabled: name === 'three' }))}
    >
      {NAMES.map((name) => (
        <TabPanel key={name} value={name}>
          text of {name}
        </TabPanel>
      ))}
    </Tabs>
  );
};

const draw = (dir: 'ltr' | 'rtl' = 'ltr') => {
  const onChange = vi.fn();
  render(
    <div dir={dir} style={{ direction: dir }}>
      <Example onChange={onChange} />
    </div>,
  );
  return onChange;
};
const selected = () => screen.getByRole('tab', { selected: true });

it('shows the panel of the selected tab alone, named by the tab', async () => {
  const onChange = draw();
  expect(screen.getByRole('tabpanel', { name: 'one' }).textContent).toBe('text of one');
  await userEvent.click(screen.getByRole('tab', { name: 'two' }));
  expect(screen.getAllByRole('tabpanel').map((panel) => panel.textContent)).toEqual(['text of two']);
  await userEvent.click(screen.getByRole('tab', { name: 'two' }));
  expect(onChange.mock.calls).toEqual([['two']]);
});

it.each(['ltr', 'rtl'] as const)('the keys move along the row and skip a disabled tab (%s)', (dir) => {
  draw(dir);
  const [forward, back] = dir === 'ltr' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
  selected().focus();
  for (const [key, name] of [
    [forward, 'two'],
    [forward, 'four'],
    [forward, 'one'],
    [back, 'four'],
    ['Home', 'one'],
    ['End', 'four'],
  ]) {
    fireEvent.keyDown(document.activeElement as Element, { key });
    expect(document.activeElement?.textContent).toBe(name);
    expect(selected().textContent).toBe(name);
  }
});

it('one tab of the row is reached by Tab, and the next stop is the panel', async () => {
  draw();
  await userEvent.tab();
  expect(document.activeElement).toBe(selected());
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('tabpanel'));
});
