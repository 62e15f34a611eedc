import { expect, test } from 'vitest';
import { createLoopLimit } from './bounded.ts';

test('an endless loop fails after its limit, and the error names the loop', () => {
  const countRound = createLoopLimit('reading a file', 3);
  for (let round = 0; round < 3; round += 1) countRound();
  expect(countRound).toThrow('reading a file does not end: stopped after 3 rounds');
});
