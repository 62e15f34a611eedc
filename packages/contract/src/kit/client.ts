import type * as z from 'zod';
import { api } from '../api.ts';
import type { Endpoint } from './endpoint.ts';
import type { Locale } from './texts.ts';

/** The part of fetch that the client needs, so that it works in any runtime. */
type Fetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body: string },
) => Promise<{ ok: boolean; status: number; statusText: string; json(): Promise<unknown> }>;

export type ClientOptions = {
  /** The API's URL, with its base path if it has one. */
  readonly url: string;
  /** The session token, or a function that returns it for each call. */
  readonly token?: string | (() => string | null);
  readonly locale?: Locale;
  /** The branch of every call. */
  readonly branch_id?: number;
  readonly fetch: Fetch;
};

/** A failure of the server, or the reason why no response arrived (`status` 0). */
export type ClientFailure = Error & {
  readonly status: number;
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly errors: Readonly<Record<string, readonly string[]>>;
};

type Answer<E> = E extends {
  kind: 'list';
  output: infer O extends z.ZodType;
  metaOutput: infer M extends z.ZodType;
}
  ? { results: z.output<O>[]; meta: z.output<M> }
  : E extends { output: infer O extends z.ZodType }
    ? { results: z.output<O> }
    : never;

type Call<E> = E extends { input: infer I extends z.ZodType }
  ? (input?: z.input<I>, once?: { idempotencyKey?: string }) => Promise<Answer<E>>
  : never;

export type Client = {
  [G in keyof typeof api]: {
    [N in keyof (typeof api)[G] as (typeof api)[G][N] extends { kind: 'stream' } ? never : N]: Call<
      (typeof api)[G][N]
    >;
  };
};

type Refusal = { message?: string; results?: { code?: string; params?: object; errors?: object } };

async function sendRequest(
  options: ClientOptions,
  endpoint: Endpoint,
  input: object,
  key?: string,
): Promise<unknown> {
  const { url, token, locale, branch_id, fetch } = options;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((input as Record<string, unknown>)[name])),
  );
  const bearer = typeof token === 'function' ? token() : token;
  const response = await fetch(url.replace(/\/$/, '') + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      ...(locale ? { 'accept-language': locale } : {}),
      ...(branch_id ? { 'branch-id': String(branch_id) } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    body: JSON.stringify(input),
  });
  const body: unknown = await response.json().catch(() => ({}));
  if (response.ok) return body;
  const { message = response.statusText, results = {} } = body as Refusal;
  const facts = {
    status: response.status,
    code: results.code ?? '',
    params: results.params ?? {},
    errors: results.errors ?? {},
  };
  throw Object.assign(new Error(message), facts);
}

/**
 * Creates a typed client with a function per endpoint, grouped as in `api`, that resolves to `{ results, meta? }`.
 * @throws ClientFailure
 */
export function createClient(options: ClientOptions): Client {
  const groups = Object.entries(api).map(([group, endpoints]) => [
    group,
    Object.fromEntries(
      Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => [
        name,
        (input: object = {}, once: { idempotencyKey?: string } = {}) =>
          sendRequest(options, endpoint, input, once.idempotencyKey),
      ]),
    ),
  ]);
  return Object.fromEntries(groups) as Client;
}
