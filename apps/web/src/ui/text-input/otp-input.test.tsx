import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { NumberInput } from './number-input.tsx';
import { OtpInput } from './otp-input.tsx';

const Code = ({ onComplete }: { onComplete: (digits: string) => void }) => {
  const [value, setValue] = useState('');
  return <OtpInput aria-label="Code" value={value} onChange={setValue} onComplete={onComplete} />;
};

const draw = () => {
  const onComplete = vi.fn();
  render(<Code onComplete={onComplete} />);
  return { user: userEvent.setup(), onComplete, box: screen.getByLabelText<HTMLInputElement>('Code') };
};

it('the code input takes a pasted code out of its message and reports completion once', async () => {
  const { user, onComplete, box } = draw();
  await user.click(box);
  await user.paste('Your code: 482-913.');
  expect(box.value).toBe('482913');
  expect(onComplete.mock.calls).toEqual([['482913']]);
});

it('the code input reads Arabic and Persian digits as Latin ones', async () => {
  const { user, onComplete, box } = draw();
  await user.type(box, '٤٨٢۹۱۳');
  expect(onComplete.mock.calls).toEqual([['482913']]);
});

it('the code input drops letters and more than six digits', async () => {
  const { user, onComplete, box } = draw();
  await user.type(box, '12ab3456789');
  expect(box.value).toBe('123456');
  expect(onComplete).toHaveBeenCalledOnce();
});

it('a price in Arabic digits becomes Latin, and an ambiguous comma is left to validation', async () => {
  const told = vi.fn();
  const user = userEvent.setup();
  render(<NumberInput aria-label="Price" value="" onChange={told} />);
  await user.click(screen.getByLabelText('Price'));
  await user.paste('١٢٫٥٠');
  await user.paste('1,250');
  expect(told.mock.calls).toEqual([['12.50'], ['1,250']]);
});
