import { getLocale } from '../i18n.ts';
import { buildFormUrl } from './call.ts';
import type { AnyEndpoint, InputOf, RowOf } from './endpoint.ts';
import { loginStore } from './login-token.ts';

/** The answer of a call that a till signed itself; a failure has the server's code, or `network`. */
export type DeviceAnswer<E extends AnyEndpoint> =
  | { readonly results: RowOf<E> }
  | { readonly failure: string; readonly params: Readonly<Record<string, unknown>> };

const network = { failure: 'network', params: {} } as const;

/**
 * Calls an endpoint whose right is the till's own signature. A refusal never ends the session of this browser and
 * changes nothing of the till: docs/rules/till-sales.md#sender
 * @param options.withSession sends the session too, for what a person does at the till
 */
export async function callAsDevice<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  { withSession, timeoutMs }: { readonly withSession: boolean; readonly timeoutMs: number },
): Promise<DeviceAnswer<E>> {
  const token = withSession ? loginStore.get()?.token : undefined;
  try {
    const response = await fetch(buildFormUrl(endpoint, input), {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'accept-language': getLocale(),
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(input),
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = (await response.json()) as { results?: Record<string, unknown> | null };
    const { results } = body;
    if (response.ok && results) return { results: results as RowOf<E> };
    const { code, params } = (results ?? {}) as { code?: string; params?: Record<string, unknown> };
    return code ? { failure: code, params: params ?? {} } : network;
  } catch {
    return network;
  }
}
