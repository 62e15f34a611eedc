import { type Client, createClient } from '@dukkan/contract';

/** What the browser keeps of a sign-in (src/lib/login.ts). */
export type Login = { readonly token: string; readonly permissions: readonly string[] };

/** What a busy machine refuses for now is sent again: a refusal has changed nothing. */
const fetchPatiently: typeof fetch = async (input, init) => {
  for (let refusals = 0; ; refusals += 1) {
    const response = await fetch(input, init);
    if (response.status !== 503 || refusals === 5) return response;
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
};

/** The shop's API for putting things in place before a test looks at them; in one branch where one is named. */
export const clientAt = (url: string, token: string | null, branch_id?: number): Client =>
  createClient({
    url,
    fetch: fetchPatiently,
    ...(token ? { token } : {}),
    ...(branch_id ? { branch_id } : {}),
  });
