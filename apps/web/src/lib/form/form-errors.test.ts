import { beforeEach, describe, expect, it, vi } from 'vitest';
import { focusFirstError, sortByPagePosition } from './form-errors.ts';

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => act());
  Element.prototype.scrollIntoView = () => undefined;
});

describe('form errors', () => {
  it('form errors are listed in page order, and those without a field last', () => {
    document.body.innerHTML =
      '<input id="f-titles"><div><input id="f-code"></div><input id="f-items-0-price">';
    const wrong = ['nowhere', 'items.0.price.amount', 'code', 'titles'].map((path) => ({
      path,
      message: path,
    }));
    expect(sortByPagePosition(wrong).map(({ path }) => path)).toEqual([
      'titles',
      'code',
      'items.0.price.amount',
      'nowhere',
    ]);
  });

  it('the first marked field gets the focus, and without one the focus stays', () => {
    document.body.innerHTML =
      '<form><input id="a"><input id="b" aria-invalid="true"><input id="c" aria-invalid="true"></form>';
    const form = document.querySelector('form');
    document.getElementById('a')?.focus();
    focusFirstError(form);
    expect(document.activeElement?.id).toBe('b');
    for (const input of document.querySelectorAll('input')) input.removeAttribute('aria-invalid');
    document.getElementById('a')?.focus();
    focusFirstError(form);
    expect(document.activeElement?.id).toBe('a');
  });
});
