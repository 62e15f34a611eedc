import { afterEach, expect, it, vi } from 'vitest';
import { loadPart } from './part.ts';

const missing = () => new TypeError('Failed to fetch dynamically imported module: /assets/list.js');
const quick = { retryPause: 0, reload: vi.fn() };

vi.stubGlobal('fetch', async () => new Response('ok'));

afterEach(() => {
  sessionStorage.clear();
  quick.reload.mockReset();
});

it('tries once more', async () => {
  const load = vi.fn().mockRejectedValueOnce(missing()).mockResolvedValueOnce('here');
  await expect(loadPart(load, quick)).resolves.toBe('here');
  expect(quick.reload).not.toHaveBeenCalled();
});

it('reloads the page once when a deploy took the part away, then fails', async () => {
  const load = () => Promise.reject(missing());
  void loadPart(load, quick);
  await vi.waitFor(() => expect(quick.reload).toHaveBeenCalledTimes(1));
  await expect(loadPart(load, quick)).rejects.toThrow('dynamically imported');
  expect(quick.reload).toHaveBeenCalledTimes(1);
});

it('fails when the part itself is broken', async () => {
  await expect(loadPart(() => Promise.reject(new Error('broken')), quick)).rejects.toThrow('broken');
  expect(quick.reload).not.toHaveBeenCalled();
});

it('gives up at the time-out', async () => {
  const never = () => new Promise<never>(() => undefined);
  await expect(loadPart(never, { ...quick, timeout: 5 })).rejects.toThrow('too long');
});
