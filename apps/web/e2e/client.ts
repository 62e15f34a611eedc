import { type Client, createClient } from '@dukkan/contract';

/** The part of a sign-in that the browser stores (src/lib/server/login-token.ts). */
export type Login = { readonly token: string; readonly permissions: readonly string[] };

/** Repeats requests that a busy server refuses for the moment, because such a refusal has changed nothing. */
const fetchPatiently: typeof fetch = async (input, init) => {
  for (let refusals = 0; ; refusals += 1) {
    const response = await fetch(input, init);
    if (response.status !== 503 || refusals === 5) return response;
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
};

/** Returns a client of the shop's API to prepare data for a test; in one branch if given. */
export const clientAt = (url: string, token: string | null, branch_id?: number): Client =>
  createClient({
    url,
    fetch: fetchPatiently,
    ...(token ? { token } : {}),
    ...(branch_id ? { branch_id } : {}),
  });
