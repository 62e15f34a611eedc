import { render } from '@testing-library/react';
import { Component, createElement, type ReactNode, Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { lazyRepeated, loadChunk } from './lazy-chunk.ts';

class Boundary extends Component<{ children?: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render() {
    return this.state.failed ? 'failed' : this.props.children;
  }
}

const missing = () => new TypeError('Failed to fetch dynamically imported module: /assets/list.js');
const quick = { retryPause: 0, reload: vi.fn() };

const answer = vi.fn(async () => new Response('ok'));
vi.stubGlobal('fetch', answer);

afterEach(() => {
  sessionStorage.clear();
  quick.reload.mockReset();
});

it('a page part that fails to load is loaded once more', async () => {
  const load = vi.fn().mockRejectedValueOnce(missing()).mockResolvedValueOnce('here');
  await expect(loadChunk(load, quick)).resolves.toBe('here');
  expect(quick.reload).not.toHaveBeenCalled();
});

it('a page part removed by a deploy reloads the page once, then fails', async () => {
  const load = () => Promise.reject(missing());
  void loadChunk(load, quick);
  await vi.waitFor(() => expect(quick.reload).toHaveBeenCalledTimes(1));
  await expect(loadChunk(load, quick)).rejects.toThrow('dynamically imported');
  expect(quick.reload).toHaveBeenCalledTimes(1);
});

it('a page part fails without a reload when the server cannot be reached', async () => {
  answer.mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(loadChunk(() => Promise.reject(missing()), quick)).rejects.toThrow('dynamically imported');
  expect(quick.reload).not.toHaveBeenCalled();
  answer.mockReset();
});

it('a broken page part fails', async () => {
  await expect(loadChunk(() => Promise.reject(new Error('broken')), quick)).rejects.toThrow('broken');
  expect(quick.reload).not.toHaveBeenCalled();
});

it('loading a page part stops at its time-out', async () => {
  const never = () => new Promise<never>(() => undefined);
  await expect(loadChunk(never, { ...quick, timeout: 5 })).rejects.toThrow('too long');
});

it('a page part that failed to load is requested again by a later render', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi
    .fn()
    .mockRejectedValueOnce(new Error('503'))
    .mockResolvedValue({ default: () => 'here' });
  const Part = lazyRepeated(load);
  const draw = () =>
    render(createElement(Boundary, null, createElement(Suspense, null, createElement(Part))));
  const first = draw();
  await vi.waitFor(() => expect(document.body.textContent).toBe('failed'));
  first.unmount();
  await new Promise((done) => setTimeout(done, 1_100));
  draw();
  await vi.waitFor(() => expect(document.body.textContent).toBe('here'));
  expect(load).toHaveBeenCalledTimes(2);
});
