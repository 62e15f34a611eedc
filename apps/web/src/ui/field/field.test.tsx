import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { SegmentedControl } from '../choice/radio-group.tsx';
import { Select } from '../choice/select.tsx';
import { Input } from '../text-input/input.tsx';
import { Field } from './field.tsx';
import { LocalizedTabs } from './localized-tabs.tsx';

const described = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' | ');

describe('Field', () => {
  it('a field names its control and describes it by error and hint', () => {
    render(
      <Field label="E-mail" required hint="Work address" error="Not an address">
        <Input />
      </Field>,
    );
    const box = screen.getByLabelText(/E-mail/);
    expect(described(box)).toBe('Not an address | Work address');
    expect(box.getAttribute('aria-invalid')).toBe('true');
    expect(box.getAttribute('aria-required')).toBe('true');
  });

  it('a field without error and hint describes nothing', () => {
    render(
      <Field label="Name">
        <Input />
      </Field>,
    );
    const box = screen.getByLabelText('Name');
    expect(box.hasAttribute('aria-describedby')).toBe(false);
    expect(box.hasAttribute('aria-invalid')).toBe(false);
  });

  it('a field labels buttons and groups as well as inputs', () => {
    render(
      <>
        <Field label="Method">
          <Select value="cash" onChange={() => {}} options={[{ value: 'cash', label: 'Cash' }]} />
        </Field>
        <Field label="Period">
          <SegmentedControl value="day" onChange={() => {}} options={[{ value: 'day', label: 'Day' }]} />
        </Field>
      </>,
    );
    expect(screen.getByRole('combobox', { name: 'Method' }).textContent).toContain('Cash');
    expect(screen.getByRole('radiogroup', { name: 'Period' })).toBeTruthy();
  });

  it('a localized field names its displayed language, each in its own direction', () => {
    const languages = [
      { code: 'ar', label: 'عربي', dir: 'rtl', missing: true },
      { code: 'en', label: 'English', dir: 'ltr', missing: false },
    ] as const;
    const draw = (value: 'ar' | 'en') => (
      <Field label="Title">
        <LocalizedTabs languages={languages} label="Languages" missingLabel="not translated" value={value}>
          {(language) => <Input placeholder={language.code} />}
        </LocalizedTabs>
      </Field>
    );
    const { rerender } = render(draw('ar'));
    const arabic = screen.getByLabelText('Title');
    expect(arabic.getAttribute('placeholder')).toBe('ar');
    expect(arabic.closest('[dir]')?.getAttribute('dir')).toBe('rtl');
    expect(screen.getByRole('button', { name: /عربي.*not translated/ })).toBeTruthy();
    rerender(draw('en'));
    expect(screen.getByLabelText('Title').getAttribute('placeholder')).toBe('en');
  });
});
