import { expect, it } from 'vitest';
import { createEventReader } from './live-events.ts';

it('a live stream is split into events wherever it is cut', () => {
  const text = 'id: 7\nevent: change\ndata: {"noun":"role"}\n\n: beat\n\nid: 8\r\ndata: a\r\ndata: b\r\n\r\n';
  const whole = createEventReader().feed(text);
  expect(whole).toEqual([
    { id: '7', event: 'change', data: '{"noun":"role"}' },
    { id: '8', event: 'message', data: 'a\nb' },
  ]);
  const reader = createEventReader();
  expect([...text].flatMap((sign) => reader.feed(sign))).toEqual(whole);
});

it('a live reset event without data is received', () => {
  expect(createEventReader().feed('event: reset\n\n')).toEqual([{ id: null, event: 'reset', data: '' }]);
});
