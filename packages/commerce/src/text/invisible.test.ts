import { expect, test } from 'vitest';
import { dropInvisible, dropLinkScheme } from './invisible.ts';

test('invisible marks and unusual spaces are removed from pasted text', () => {
  const pasted = [
    '\u202a+974 5512\u00a03456\u202c',
    '\u200e+974\u202f5512 3456\ufeff',
    '+974 5512 3456\ufe0f',
  ];
  for (const text of pasted) expect(dropInvisible(text)).toBe('+974 5512 3456');
  expect(dropInvisible('\u2066AB\u200b-1\u2069\u{e0100}')).toBe('AB-1');
  expect(dropInvisible('\u200b\ufe0f')).toBe('');
});

test('the scheme of a pasted link is removed, only at its beginning', () => {
  for (const text of ['tel:+97455123456', ' TEL: +97455123456', '\u200etel:+97455123456', 'sms:+97455123456'])
    expect(dropLinkScheme(text)).toBe('+97455123456');
  expect(dropLinkScheme('mailto:nora@shop.qa')).toBe('nora@shop.qa');
  expect(dropLinkScheme('hotel: 5')).toBe('hotel: 5');
});
