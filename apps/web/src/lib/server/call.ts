import type { FailureCode } from '@dukkan/contract';
import { getLocale, i18n } from '../i18n.ts';
import { api } from './api.ts';
import { currentBranch } from './current-branch.ts';
import { type Answer, type AnyEndpoint, type InputOf, isWrite } from './endpoint.ts';
import { loginStore, removeLogin } from './login-token.ts';
import { setNetworkState } from './network-state.ts';

/** A failed call; `message` is in the user's language and can be shown. */
export class CallFailure extends Error {
  /** The HTTP status; 0 when no answer arrived. */
  readonly status: number;
  readonly code: FailureCode | null;
  readonly params: Readonly<Record<string, unknown>>;
  /** Messages by field name; empty when the failure is not about fields. */
  readonly errors: Readonly<Record<string, string[]>>;
  readonly requestId: string | null;
  /** True when the server was not reached. */
  readonly network: boolean;

  constructor(
    message: string,
    facts: Partial<Omit<CallFailure, 'name' | 'message' | 'isOutcomeUnknown'>> = {},
  ) {
    super(message);
    this.name = 'CallFailure';
    this.status = facts.status ?? 0;
    this.code = facts.code ?? null;
    this.params = facts.params ?? {};
    this.errors = facts.errors ?? {};
    this.requestId = facts.requestId ?? null;
    this.network = facts.network ?? false;
  }

  /**
   * Whether a request with this idempotency key may have been carried out: no answer, a server error, an earlier
   * request still running, or a refusal before the server checked the key. A repeat sends the same key.
   */
  get isOutcomeUnknown(): boolean {
    const { network, status, code } = this;
    return network || status >= 500 || status === 401 || status === 429 || code === 'idempotency.in_progress';
  }
}

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** The branch of this call; by default the current branch, null for none. */
  branchId?: number | null | undefined;
  /** For writes: the same key for every repeat of a submit; generated when absent. */
  idempotencyKey?: string | undefined;
  /** Which session is sent, for calls with a right of their own: none, or the user's, which a refusal does not end. */
  session?: 'none' | 'kept' | undefined;
  /** Lets the request outlive the page, for sign-out. */
  keepalive?: boolean | undefined;
};

/** Paths where a 401 is about the typed credentials and does not end the session. */
const WITHOUT_LOGIN: readonly string[] = [
  api.auth.signIn,
  api.auth.registerPhone,
  api.auth.registerEmail,
  api.auth.verify,
  api.setting.public,
].map(({ path }) => path);

/** The API's prefix (`API_BASE`) is in the page; health checks and pictures have none. */
const base = document.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content ?? '';
const WRITE_PAUSES = [400, 1_200, 2_500];

/** Creates an idempotency key: 1 to 255 visible ASCII characters. */
export const createIdempotencyKey = (): string =>
  // randomUUID is missing on plain-http addresses other than localhost
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Calls an endpoint and returns `results` and, for lists, `meta`. Every failure rejects with a CallFailure; a 401
 * `Unauthorized.` ends the session; an abort rejects with the browser's AbortError.
 */
export async function callApi<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  const key = isWrite(endpoint) ? (options.idempotencyKey ?? createIdempotencyKey()) : null;
  return untilAnswered(() => callOnce(endpoint, input, options, key));
}

export type UploadOptions = CallOptions & {
  /** Receives the sent share of the body, 0 to 1. */
  onSent?: ((share: number) => void) | undefined;
};

/**
 * Calls an endpoint with files: a multipart body with the JSON input in part `data` and a part per file. Works like
 * `call` and reports the progress of sending.
 */
export async function uploadToApi<E extends AnyEndpoint & { readonly uploads: readonly string[] }>(
  endpoint: E,
  input: InputOf<E>,
  files: Readonly<Partial<Record<E['uploads'][number], File | null>>>,
  options: UploadOptions = {},
): Promise<Answer<E>> {
  const key = options.idempotencyKey ?? createIdempotencyKey();
  const body = new FormData();
  body.append('data', JSON.stringify(input ?? {}));
  for (const [name, file] of Object.entries<File | null | undefined>(files)) {
    if (file) body.append(name, file, file.name);
  }
  try {
    return await untilAnswered(async () => {
      const token = loginStore.get()?.token ?? null;
      const response = await sendParts(`${base}${endpointPath(endpoint, input)}`, body, options, key);
      return await readAnswer(endpoint, response, token);
    });
  } catch (error) {
    throw error instanceof CallFailure ? toUploadFailure(error, endpoint.uploads) : error;
  }
}

/** Says before the reason of a failure, and before the reasons at its files, that it was an upload that failed. */
function toUploadFailure(failure: CallFailure, parts: readonly string[]): CallFailure {
  const say = (reason: string) => i18n.t('common:failure.upload', { reason });
  const { status, code, params, requestId, network } = failure;
  const errors = Object.fromEntries(
    Object.entries(failure.errors).map(([field, reasons]) => [
      field,
      parts.includes(field) ? reasons.map(say) : reasons,
    ]),
  );
  return new CallFailure(say(failure.message), { status, code, params, errors, requestId, network });
}

async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      // the first request with this key is still running, so its answer is awaited
      const running = error instanceof CallFailure && error.code === 'idempotency.in_progress';
      const pause = WRITE_PAUSES[tries];
      if (!running || pause === undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

async function callOnce<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions,
  key: string | null,
): Promise<Answer<E>> {
  const token = options.session ? null : (loginStore.get()?.token ?? null);
  return readAnswer(endpoint, await sendRequest(endpoint, input, options, key), token);
}

async function readAnswer<E extends AnyEndpoint>(
  endpoint: E,
  response: Response,
  token: string | null,
): Promise<Answer<E>> {
  const body = await readBody(response);
  // only status 200 confirms that a record was deleted
  const isDone = endpoint.kind === 'remove' ? response.status === 200 : response.ok;
  if (isDone && body?.results !== undefined && body.results !== null) {
    return { results: body.results, meta: body.meta } as Answer<E>;
  }
  throw toCallFailure(endpoint, response, body, token);
}

/** Opens a stream of live events; the caller reads `body`. Fails like `call`. */
export async function streamFromApi<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const token = loginStore.get()?.token ?? null;
  const response = await sendRequest(endpoint, input, { signal, branchId: null }, null, 'text/event-stream');
  if (response.ok && response.body) return response.body;
  throw toCallFailure(endpoint, response, await readBody(response), token);
}

/** Checks whether the server is reachable (GET /livez) and updates the network state. */
export async function probeServer(signal?: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch('/livez', { cache: 'no-store', signal: signal ?? null });
    setNetworkState(response.ok ? 'ok' : 'lost');
    return response.ok;
  } catch {
    setNetworkState('lost');
    return false;
  }
}

function createHeaders(
  { branchId, session }: CallOptions,
  key: string | null,
  accept: string,
): Record<string, string> {
  const token = session === 'none' ? undefined : loginStore.get()?.token;
  const branch = branchId === undefined ? currentBranch() : branchId;
  return {
    accept,
    'accept-language': getLocale(),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(branch === null ? {} : { 'branch-id': String(branch) }),
    ...(key ? { 'idempotency-key': key } : {}),
  };
}

async function sendRequest(
  endpoint: AnyEndpoint,
  input: unknown,
  options: CallOptions,
  key: string | null,
  accept = 'application/json',
): Promise<Response> {
  const { signal, keepalive } = options;
  const headers = { ...createHeaders(options, key, accept), 'content-type': 'application/json' };
  try {
    const response = await fetch(`${base}${endpointPath(endpoint, input)}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(input ?? {}),
      signal: signal ?? null,
      cache: 'no-store',
      credentials: 'omit',
      keepalive: keepalive ?? false,
    });
    // a gateway that cannot reach its server counts as an outage
    setNetworkState(fromGateway(response) ? 'lost' : 'ok');
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    setNetworkState('lost');
    throw networkFailure(0);
  }
}

/** Sends a multipart request with XMLHttpRequest, because fetch does not report the progress of sending. */
function sendParts(address: string, body: FormData, options: UploadOptions, key: string): Promise<Response> {
  const { signal, onSent } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const settle = (state: 'ok' | 'lost', end: () => void) => {
      signal?.removeEventListener('abort', abort);
      setNetworkState(state);
      end();
    };
    const lost = () => settle('lost', () => reject(networkFailure(0)));
    request.open('POST', address);
    for (const [name, value] of Object.entries(createHeaders(options, key, 'application/json')))
      request.setRequestHeader(name, value);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onSent?.(loaded / total);
    };
    request.onload = () => {
      const response = toResponse(request);
      settle(fromGateway(response) ? 'lost' : 'ok', () => resolve(response));
    };
    request.onerror = lost;
    request.ontimeout = lost;
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) request.onabort(new ProgressEvent('abort'));
    else request.send(body);
  });
}

/** Turns the XMLHttpRequest's answer into a fetch Response. */
function toResponse(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ['content-type', 'x-request-id']) {
    const value = request.getResponseHeader(name);
    if (value) headers.set(name, value);
  }
  return new Response(request.responseText || null, { status: request.status, headers });
}

const endpointPath = (endpoint: AnyEndpoint, input: unknown): string =>
  endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((input as Record<string, unknown> | null)?.[name] ?? '')),
  );

/** Returns the URL that an export form is posted to. */
export const buildFormUrl = (endpoint: AnyEndpoint, input: unknown): string =>
  `${base}${endpointPath(endpoint, input)}`;

const fromGateway = (response: Response): boolean =>
  [502, 503, 504].includes(response.status) &&
  !(response.headers.get('content-type') ?? '').includes('application/json');

type Envelope = {
  results?: unknown;
  meta?: unknown;
  message?: unknown;
};

async function readBody(response: Response): Promise<Envelope | null> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' ? body : null;
  } catch {
    return null;
  }
}

const networkFailure = (status: number): CallFailure =>
  new CallFailure(i18n.t('common:failure.network'), { status, network: true });

function toCallFailure(
  endpoint: AnyEndpoint,
  response: Response,
  body: Envelope | null,
  token: string | null,
): CallFailure {
  if (fromGateway(response)) return networkFailure(response.status);
  const failureBody = (typeof body?.results === 'object' ? body.results : null) as {
    message?: string;
    code?: FailureCode;
    params?: Record<string, unknown>;
    errors?: Record<string, string[]>;
  } | null;
  const message = failureBody?.message ?? (typeof body?.message === 'string' ? body.message : '');
  if (response.status === 401 && message === 'Unauthorized.' && !WITHOUT_LOGIN.includes(endpoint.path)) {
    removeLogin(token);
  }
  return new CallFailure(message || i18n.t('common:failure.generic'), {
    status: response.status,
    code: failureBody?.code ?? null,
    params: failureBody?.params ?? {},
    errors: failureBody?.errors ?? {},
    requestId:
      response.headers.get('x-request-id') ?? (failureBody?.params?.request_id as string | undefined) ?? null,
  });
}
