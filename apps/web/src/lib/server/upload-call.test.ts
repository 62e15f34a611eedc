import { api } from '@dukkan/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { initTexts, setLocale } from '../i18n.ts';
import { CallFailure, uploadToApi } from './call.ts';
import { setCurrentBranch } from './current-branch.ts';
import { loginStore, storeLogin } from './login-token.ts';
import { networkState, setNetworkState } from './network-state.ts';

type MockAnswer = { status: number; body?: unknown; type?: string } | 'lost' | 'silent';

/** Replaces the browser's request; `sent` has the requests in order. */
function server(...answers: MockAnswer[]) {
  const sent: { url: string; headers: Record<string, string>; body: FormData; stopped: boolean }[] = [];
  class Request {
    upload: { onprogress?: (event: object) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    status = 0;
    responseText = '';
    private readonly one = { url: '', headers: {}, body: new FormData(), stopped: false } as (typeof sent)[0];
    private type = 'application/json';
    open(_method: string, url: string) {
      this.one.url = url;
    }
    setRequestHeader(name: string, value: string) {
      this.one.headers[name] = value;
    }
    getResponseHeader(name: string) {
      return name === 'content-type' ? this.type : 'r-9';
    }
    abort() {
      this.one.stopped = true;
      this.onabort?.();
    }
    send(body: FormData) {
      this.one.body = body;
      sent.push(this.one);
      const told = answers.length > 1 ? answers.shift() : answers[0];
      this.upload.onprogress?.({ lengthComputable: true, loaded: 30, total: 40 });
      if (!told || told === 'silent') return;
      if (told === 'lost') return this.onerror?.();
      this.status = told.status;
      this.type = told.type ?? this.type;
      this.responseText = typeof told.body === 'string' ? told.body : JSON.stringify(told.body);
      this.onload?.();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return sent;
}

const refusal = (status: number, code: string, errors = {}): MockAnswer => ({
  status,
  body: { message: 'No.', results: { message: 'No.', code, params: {}, errors } },
});
const file = (name: string) => new File(['barcode\n1'], name);
const upload = (options = {}) =>
  uploadToApi(api.productImport.start, { start_row: 2 }, { file: file('قائمة.csv'), images: null }, options);
const failureOf = async (promise: Promise<unknown>): Promise<CallFailure> => {
  const error = await promise.catch((reason: unknown) => reason);
  if (!(error instanceof CallFailure)) throw new Error(`not a CallFailure: ${String(error)}`);
  return error;
};

beforeEach(async () => {
  document.documentElement.lang = 'en';
  await initTexts([]);
  storeLogin({ token: 'tok', permissions: [] });
  setCurrentBranch(7);
  setNetworkState('ok');
});

describe('uploadCall', () => {
  it('an upload sends the input and files as parts, with token, language, branch and key', async () => {
    const sent = server({ status: 200, body: { results: { id: 4 } } });
    const shares: number[] = [];
    const { results } = await upload({ onSent: (share: number) => shares.push(share) });
    expect(results.id).toBe(4);
    expect(sent[0]?.url).toBe('/admin/products/import');
    expect(sent[0]?.headers).toMatchObject({
      authorization: 'Bearer tok',
      'accept-language': 'en',
      'branch-id': '7',
      'idempotency-key': expect.stringMatching(/^[\x21-\x7e]{16,255}$/),
    });
    // the browser itself adds the header with the boundary of the parts
    expect(sent[0]?.headers).not.toHaveProperty('content-type');
    const parts = [...(sent[0]?.body.entries() ?? [])];
    // files last, because the server needs the other parts first
    expect(parts.map(([name]) => name)).toEqual(['data', 'file']);
    expect(parts[0]?.[1]).toBe('{"start_row":2}');
    expect(parts[1]?.[1]).toHaveProperty('name', 'قائمة.csv');
    expect(shares).toEqual([0.75]);
  });

  it.each([
    ['en', 'Error while Uploading Data: '],
    ['de', 'Fehler beim Hochladen der Daten: '],
    ['ar', 'خطأ أثناء رفع البيانات: '],
  ] as const)("a failed upload says so in %s before the server's reason", async (language, prefix) => {
    await setLocale(language);
    server(refusal(422, 'import.old_format', { file: ['An old one.'], branch_id: ['Required.'] }));
    const failure = await failureOf(upload());
    expect(failure).toMatchObject({
      status: 422,
      code: 'import.old_format',
      errors: { file: [`${prefix}An old one.`], branch_id: ['Required.'] },
      requestId: 'r-9',
    });
    expect(failure.message.startsWith(prefix)).toBe(true);
    await setLocale('en');
  });

  it('an upload answered with 401 ends the session', async () => {
    server({ status: 401, body: { message: 'Unauthorized.', results: { message: 'Unauthorized.' } } });
    await failureOf(upload());
    expect(loginStore.get()).toBeNull();
  });

  it('an upload takes a lost connection and a gateway error as an outage', async () => {
    server('lost');
    expect((await failureOf(upload())).network).toBe(true);
    expect(networkState()).toBe('lost');
    setNetworkState('ok');
    server({ status: 502, body: '<html>', type: 'text/html' });
    expect((await failureOf(upload())).network).toBe(true);
    expect(networkState()).toBe('lost');
  });

  it('an upload is repeated under the same key while the first one is still being answered', async () => {
    vi.useFakeTimers();
    const sent = server(refusal(409, 'idempotency.in_progress'), {
      status: 200,
      body: { results: { id: 1 } },
    });
    const sending = upload();
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect((await sending).results.id).toBe(1);
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(sent).toHaveLength(2);
  });

  it('a canceled upload stops and is no outage', async () => {
    const sent = server('silent');
    const stop = new AbortController();
    const sending = upload({ signal: stop.signal });
    stop.abort();
    await expect(sending).rejects.toHaveProperty('name', 'AbortError');
    expect(sent[0]?.stopped).toBe(true);
    expect(networkState()).toBe('ok');
  });
});
