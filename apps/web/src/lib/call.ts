import type { FailureCode } from '@dukkan/contract';
import { api } from './api.ts';
import { currentBranch } from './branch.ts';
import { type Answer, type AnyEndpoint, type InputOf, isWrite } from './endpoint.ts';
import { currentLocale, i18n } from './i18n.ts';
import { loginStore, refuseLogin } from './login.ts';
import { networkIs } from './network.ts';

/** A call that did not succeed; `message` is in the reader's language and fit to be shown. */
export class CallFailure extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly code: FailureCode | null;
  readonly params: Readonly<Record<string, unknown>>;
  /** Field name to texts; an empty record where the refusal is not about fields. */
  readonly errors: Readonly<Record<string, string[]>>;
  readonly requestId: string | null;
  /** True when the server was not reached. */
  readonly network: boolean;

  constructor(message: string, facts: Partial<Omit<CallFailure, 'name' | 'message'>> = {}) {
    super(message);
    this.name = 'CallFailure';
    this.status = facts.status ?? 0;
    this.code = facts.code ?? null;
    this.params = facts.params ?? {};
    this.errors = facts.errors ?? {};
    this.requestId = facts.requestId ?? null;
    this.network = facts.network ?? false;
  }
}

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** Narrows this call to a branch; absent means the one that is chosen, null means none. */
  branchId?: number | null | undefined;
  /** Writes: the same key for every repeat of one submit (promise P3). Made up where absent. */
  idempotencyKey?: string | undefined;
  /** Lets the request outlive the page (sign-out). */
  keepalive?: boolean | undefined;
};

/** Where a 401 speaks of the credentials just typed and not of the kept login (decisions 6). */
const WITHOUT_LOGIN: readonly string[] = [
  api.auth.signIn,
  api.auth.registerPhone,
  api.auth.registerEmail,
  api.auth.verify,
  api.setting.public,
].map(({ path }) => path);

/** Where the API has a prefix (`API_BASE`), it says so in the page; health and pictures have none. */
const base = document.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content ?? '';
const WRITE_PAUSES = [400, 1_200, 2_500];

/** A key for one submit: 1 to 255 visible ASCII characters (decisions 0.1). */
export const newIdempotencyKey = (): string =>
  // randomUUID is missing on plain-http addresses other than localhost
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Calls an endpoint of the contract. Answers `results` and, for lists, `meta`; every other outcome is a
 * CallFailure (specification sections 7 and 8). A 401 `Unauthorized.` ends the login. An abort rejects with
 * the browser's AbortError.
 */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  const key = isWrite(endpoint) ? (options.idempotencyKey ?? newIdempotencyKey()) : null;
  for (let tries = 0; ; tries += 1) {
    try {
      return await once(endpoint, input, options, key);
    } catch (error) {
      // the first request under this key is still running: its answer is ours
      const running = error instanceof CallFailure && error.code === 'idempotency.in_progress';
      const pause = WRITE_PAUSES[tries];
      if (!running || pause === undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

async function once<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions,
  key: string | null,
): Promise<Answer<E>> {
  const token = loginStore.get()?.token ?? null;
  const response = await send(endpoint, input, options, key);
  const body = await readBody(response);
  if (response.ok && body?.results !== undefined && body.results !== null) {
    return { results: body.results, meta: body.meta } as Answer<E>;
  }
  throw refusal(endpoint, response, body, token);
}

/** Opens an endless answer (live events); the caller reads `body`. Fails like `call`. */
export async function streamCall<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const token = loginStore.get()?.token ?? null;
  const response = await send(endpoint, input, { signal, branchId: null }, null, 'text/event-stream');
  if (response.ok && response.body) return response.body;
  throw refusal(endpoint, response, await readBody(response), token);
}

/** Asks whether the server is there (GET /livez); says so to the network state. */
export async function probeServer(signal?: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch('/livez', { cache: 'no-store', signal: signal ?? null });
    networkIs(response.ok ? 'ok' : 'lost');
    return response.ok;
  } catch {
    networkIs('lost');
    return false;
  }
}

async function send(
  endpoint: AnyEndpoint,
  input: unknown,
  { signal, branchId, keepalive }: CallOptions,
  key: string | null,
  accept = 'application/json',
): Promise<Response> {
  const token = loginStore.get()?.token;
  const branch = branchId === undefined ? currentBranch() : branchId;
  const headers: Record<string, string> = {
    accept,
    'content-type': 'application/json',
    'accept-language': currentLocale(),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(branch === null ? {} : { 'branch-id': String(branch) }),
    ...(key ? { 'idempotency-key': key } : {}),
  };
  try {
    const response = await fetch(`${base}${pathOf(endpoint, input)}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(input ?? {}),
      signal: signal ?? null,
      cache: 'no-store',
      credentials: 'omit',
      keepalive: keepalive ?? false,
    });
    // a gateway that answers for a server it cannot reach is an outage too
    networkIs(fromGateway(response) ? 'lost' : 'ok');
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    networkIs('lost');
    throw networkFailure(0);
  }
}

const pathOf = (endpoint: AnyEndpoint, input: unknown): string =>
  endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((input as Record<string, unknown> | null)?.[name] ?? '')),
  );

/** The address that an export form is posted to. */
export const formAddress = (endpoint: AnyEndpoint, input: unknown): string =>
  `${base}${pathOf(endpoint, input)}`;

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

function refusal(
  endpoint: AnyEndpoint,
  response: Response,
  body: Envelope | null,
  token: string | null,
): CallFailure {
  if (fromGateway(response)) return networkFailure(response.status);
  const told = (typeof body?.results === 'object' ? body.results : null) as {
    message?: string;
    code?: FailureCode;
    params?: Record<string, unknown>;
    errors?: Record<string, string[]>;
  } | null;
  const message = told?.message ?? (typeof body?.message === 'string' ? body.message : '');
  if (response.status === 401 && message === 'Unauthorized.' && !WITHOUT_LOGIN.includes(endpoint.path)) {
    refuseLogin(token);
  }
  return new CallFailure(message || i18n.t('common:failure.generic'), {
    status: response.status,
    code: told?.code ?? null,
    params: told?.params ?? {},
    errors: told?.errors ?? {},
    requestId:
      response.headers.get('x-request-id') ?? (told?.params?.request_id as string | undefined) ?? null,
  });
}
