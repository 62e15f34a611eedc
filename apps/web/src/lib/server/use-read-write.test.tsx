import { api } from '@dukkan/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { initTexts } from '../i18n.ts';
import { queryClient } from './query-cache.ts';
import { useWrite } from './use-read-write.ts';

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

const keys: (string | undefined)[] = [];
function server(answer: () => Promise<Response>): void {
  keys.length = 0;
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    keys.push((init.headers as Record<string, string>)['idempotency-key']);
    return answer();
  });
}

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const message = 'No.';
const refused = async () =>
  json(422, {
    message,
    results: { message, code: 'request.invalid', params: {}, errors: { name: ['No.'] } },
  });

beforeAll(() => initTexts([]));

it('O9 a double click writes once', async () => {
  server(async () => json(200, { results: { deleted: 1 } }));
  const { result } = renderHook(() => useWrite(api.role.remove), { wrapper });
  const answers = await act(() =>
    Promise.all([result.current.submit({ id: 1 }), result.current.submit({ id: 1 })]),
  );
  expect(keys).toHaveLength(1);
  expect(answers).toEqual([{ deleted: 1 }, undefined]);
});

it('a retry without an answer repeats the key; after a refusal or with other content it has a new one', async () => {
  const { result } = renderHook(() => useWrite(api.role.remove, { form: true }), { wrapper });
  server(() => Promise.reject(new TypeError('Failed to fetch')));
  await act(() => result.current.submit({ id: 1 }));
  await act(() => result.current.submit({ id: 1 }));
  expect(keys[0]).toBe(keys[1]);
  expect(result.current.failure?.network).toBe(true);
  const silent = keys[0];

  server(refused);
  await act(() => result.current.submit({ id: 1 }));
  expect(keys[0]).toBe(silent);
  await act(() => result.current.submit({ id: 1 }));
  await act(() => result.current.submit({ id: 2 }));
  expect(new Set(keys).size).toBe(3);
  expect(result.current.failure?.errors).toEqual({ name: ['No.'] });
});

it.each([
  [409, 'idempotency.in_progress'],
  [401, 'auth.unauthorized'],
  [429, 'rate.limited'],
])(
  'after a lost answer, %i %s does not tell the result of the first attempt, so that the key is repeated',
  async (status, code) => {
    vi.useFakeTimers();
    const { result } = renderHook(() => useWrite(api.role.remove), { wrapper });
    const submit = () =>
      act(async () => {
        const sent = result.current.submit({ id: 1 });
        await vi.runAllTimersAsync();
        await sent;
      });
    server(() => Promise.reject(new TypeError('Failed to fetch')));
    await submit();
    const [silent] = keys;
    server(async () => json(status, { message, results: { message, code, params: {}, errors: {} } }));
    await submit();
    server(async () => json(200, { results: { deleted: 1 } }));
    await submit();
    vi.useRealTimers();
    expect(keys).toEqual([silent]);
  },
);
