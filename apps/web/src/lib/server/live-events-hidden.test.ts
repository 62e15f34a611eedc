import { afterEach, expect, it, vi } from 'vitest';
import { startLiveEvents } from './live-events.ts';

const requests: { body: { last_id: number | null }; signal: AbortSignal }[] = [];
let push: (text: string) => void = () => undefined;

vi.mock('./call.ts', () => ({
  streamFromApi: (_endpoint: unknown, body: { last_id: number | null }, signal: AbortSignal) => {
    requests.push({ body, signal });
    return Promise.resolve(
      new ReadableStream<Uint8Array>({
        start(controller) {
          push = (text) => controller.enqueue(new TextEncoder().encode(text));
          signal.addEventListener('abort', () => controller.error(new Error('cut')));
        },
      }),
    );
  },
}));

const see = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};
afterEach(() => vi.restoreAllMocks());

it('a hidden page leaves its connection to others and resumes the events where it stopped', async () => {
  const stop = startLiveEvents();
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  push('id: 41\nevent: change\ndata: {"noun":"role"}\n\n');
  see('hidden');
  await new Promise((done) => setTimeout(done, 500));
  // visible again at once, so nothing happens
  see('visible');
  expect(requests[0]?.signal.aborted).toBe(false);
  see('hidden');
  await vi.waitFor(() => expect(requests[0]?.signal.aborted).toBe(true), { timeout: 4_000 });
  await new Promise((done) => setTimeout(done, 1_500));
  expect(requests).toHaveLength(1);
  see('visible');
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  expect(requests[1]?.body.last_id).toBe(41);
  stop();
  expect(requests[1]?.signal.aborted).toBe(true);
});
