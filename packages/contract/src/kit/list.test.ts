import { expect, test } from 'vitest';
import { api } from '../api.ts';
import type { Endpoint } from './endpoint.ts';

test('a yes or no filter accepts true, false, 0 and 1 in every list', () => {
  const lists = Object.values(api)
    .flatMap((group) => Object.values(group) as Endpoint[])
    .filter(({ kind }) => kind === 'list');
  const asks = (input: Endpoint['input'], name: string, value: unknown) => {
    const { error } = input.safeParse({ [name]: value });
    return !error?.issues.some(({ path }) => path[0] === name);
  };
  let found = 0;
  for (const { input, path } of lists)
    for (const name of Object.keys((input as unknown as { shape: object }).shape)) {
      if (!asks(input, name, 0) || !asks(input, name, 1) || asks(input, name, 2)) continue;
      found += 1;
      expect(
        [true, false].map((value) => asks(input, name, value)),
        `${path} ${name}`,
      ).toEqual([true, true]);
    }
  expect(found).toBeGreaterThan(100);
});
