import { beforeEach, describe, expect, it, vi } from 'vitest';
import { focusFirstError, sortByPagePosition } from './form-errors.ts';

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => act());
  Element.prototype.scrollIntoView = () => undefined;
});

describe('what is wrong in a form', () => {
  it('stands as it stands on the page, whatever the order of its rules; what has no field comes last', () => {
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

  it('takes the focus to the first field that is marked, and leaves it where none is', () => {
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
