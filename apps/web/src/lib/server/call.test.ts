import { api } from '@dukkan/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { initTexts } from '../i18n.ts';
import { CallFailure, callApi } from './call.ts';
import { setCurrentBranch } from './current-branch.ts';
import { loginStore, onLoginRefused, storeLogin } from './login-token.ts';
import { networkState, onNetworkChange, setNetworkState } from './network-state.ts';

type Sent = { url: string; headers: Record<string, string>; body: unknown };

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'r-1', ...headers },
  });

const refusal = (status: number, code: string, message: string, errors = {}) =>
  answer(status, { message, results: { message, code, params: { left: 2 }, errors } });

function server(...answers: (() => Response | Promise<Response>)[]): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({
      url,
      headers: init.headers as Record<string, string>,
      body: JSON.parse(String(init.body)),
    });
    const next = answers.length > 1 ? answers.shift() : answers[0];
    if (!next) throw new Error('no answer prepared');
    return next();
  });
  return sent;
}

const failureOf = async (promise: Promise<unknown>): Promise<CallFailure> => {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CallFailure)) throw new Error(`not a CallFailure: ${String(error)}`);
  return error;
};

beforeEach(async () => {
  document.documentElement.lang = 'en';
  await initTexts([]);
  storeLogin(null);
  setCurrentBranch(null);
  setNetworkState('ok');
});

describe('API calls', () => {
  it('a call posts JSON with token, language and branch, and puts the id into the path', async () => {
    storeLogin({ token: 'tok', permissions: [] });
    setCurrentBranch(7);
    const sent = server(() => answer(200, { results: { id: 4 } }));
    const { results } = await callApi(api.account.show, { id: 4 });
    expect(results.id).toBe(4);
    expect(sent[0]?.url).toBe('/admin/accounts/show/4');
    expect(sent[0]?.body).toEqual({ id: 4 });
    expect(sent[0]?.headers).toMatchObject({
      authorization: 'Bearer tok',
      'accept-language': 'en',
      'branch-id': '7',
      'content-type': 'application/json',
    });
    expect(sent[0]?.headers).not.toHaveProperty('idempotency-key');
  });

  it('an answer without results is a failure', async () => {
    server(() => answer(200, { results: null }));
    expect((await failureOf(callApi(api.setting.public, {}))).message).not.toBe('');
    server(() => answer(200, {}));
    expect((await failureOf(callApi(api.setting.public, {}))).status).toBe(200);
  });

  it('any answer to a delete except 200 is a failure, whatever its body', async () => {
    const deleted = { results: { deleted: 1 } };
    server(() => answer(200, deleted));
    expect((await callApi(api.account.remove, { id: 4 })).results.deleted).toBe(1);
    for (const status of [201, 202, 203, 299]) {
      server(() => answer(status, deleted));
      const failure = await failureOf(callApi(api.account.remove, { id: 4 }));
      expect([failure.status, failure.message]).toEqual([status, expect.stringMatching(/\w/)]);
    }
    server(() => new Response(null, { status: 204 }));
    expect((await failureOf(callApi(api.account.remove, { id: 4 }))).status).toBe(204);
    server(() => answer(202, { results: { id: 4 } }));
    expect((await callApi(api.account.show, { id: 4 })).results.id).toBe(4);
  });

  it("a failed call has the server's status, code, params, fields and request id", async () => {
    server(() => refusal(422, 'otp.invalid', 'The code is not correct.', { code: ['wrong'] }));
    const failure = await failureOf(callApi(api.auth.verify, { user_id: 'x', code: '123456' }));
    expect(failure).toMatchObject({
      status: 422,
      code: 'otp.invalid',
      message: 'The code is not correct.',
      params: { left: 2 },
      errors: { code: ['wrong'] },
      requestId: 'r-1',
      network: false,
    });
  });

  it('a call answered with 401 ends the session and reports it once', async () => {
    storeLogin({ token: 'dead', permissions: [] });
    const refused = vi.fn();
    const stop = onLoginRefused(refused);
    server(() => refusal(401, 'auth.unauthorized', 'Unauthorized.'));
    await Promise.all([failureOf(callApi(api.role.list, {})), failureOf(callApi(api.branch.list, {}))]);
    expect(loginStore.get()).toBeNull();
    expect(localStorage.getItem('dukkan.login')).toBeNull();
    expect(refused).toHaveBeenCalledTimes(1);
    stop();
  });

  it('a call refused because of the typed credentials keeps the session', async () => {
    storeLogin({ token: 'mine', permissions: [] });
    server(() => refusal(401, 'auth.unauthorized', 'Unauthorized.'));
    await failureOf(callApi(api.auth.signIn, { email: 'a@b.c', password: 'x' }));
    expect(loginStore.get()?.token).toBe('mine');
  });

  it('a late refusal of an earlier session keeps the current one', async () => {
    storeLogin({ token: 'old', permissions: [] });
    server(() => {
      storeLogin({ token: 'new', permissions: [] });
      return refusal(401, 'auth.unauthorized', 'Unauthorized.');
    });
    await failureOf(callApi(api.role.list, {}));
    expect(loginStore.get()?.token).toBe('new');
  });

  it('many lost calls are one outage, which ends with the first answer', async () => {
    const changes: string[] = [];
    const stop = onNetworkChange(() => changes.push(networkState()));
    server(() => Promise.reject(new TypeError('Failed to fetch')));
    const failures = await Promise.all([1, 2, 3].map(() => failureOf(callApi(api.role.list, {}))));
    expect(failures.every(({ network }) => network)).toBe(true);
    expect(failures[0]?.message).toMatch(/not stable/);
    server(() => refusal(403, 'permission.denied', 'No.'));
    await failureOf(callApi(api.role.list, {}));
    expect(changes).toEqual(['lost', 'ok']);
    stop();
  });

  it('a gateway error for a missing server counts as an outage', async () => {
    server(() => answer(502, '<html>Bad gateway</html>', { 'content-type': 'text/html' }));
    expect((await failureOf(callApi(api.role.list, {}))).network).toBe(true);
    expect(networkState()).toBe('lost');
  });

  it('an aborted call is no outage', async () => {
    const controller = new AbortController();
    server(() => {
      controller.abort();
      return Promise.reject(new DOMException('aborted', 'AbortError'));
    });
    await expect(callApi(api.role.list, {}, { signal: controller.signal })).rejects.toHaveProperty(
      'name',
      'AbortError',
    );
    expect(networkState()).toBe('ok');
  });

  it('a call is repeated under the same key while its first write is still running', async () => {
    vi.useFakeTimers();
    const sent = server(
      () => refusal(409, 'idempotency.in_progress', 'Still running.'),
      () => answer(200, { results: { deleted: 1 } }),
    );
    const writing = callApi(api.role.remove, { id: 3 });
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect((await writing).results.deleted).toBe(1);
    const keys = sent.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[\x21-\x7e]{16,255}$/);
    expect(new Set(keys).size).toBe(1);
  });
});
