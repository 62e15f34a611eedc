import { beforeAll, expect, it, vi } from 'vitest';
import { initTexts } from '../i18n.ts';
import { CallFailure } from './call.ts';
import { connectToaster, showFailureToast } from './toast.ts';

const told = vi.fn();

beforeAll(async () => {
  await initTexts([]);
  connectToaster({ error: told, success: vi.fn(), dismiss: vi.fn() });
});

it.each([
  ['refused', { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }],
  ['not there', undefined],
])('a request number is shown for manual copying when the clipboard is %s', async (_name, clipboard) => {
  told.mockClear();
  vi.stubGlobal('navigator', { clipboard });
  showFailureToast(new CallFailure('broken', { status: 500, requestId: '01JD' }));
  await vi.waitFor(() => expect(told).toHaveBeenCalledOnce());
  told.mock.calls[0]?.[1].action.onClick();
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(2));
  expect(told.mock.calls[1]?.[0]).toMatch(/manually.*01JD/);
});
