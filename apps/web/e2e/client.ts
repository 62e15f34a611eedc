import { type Client, createClient } from '@dukkan/contract';

/** What the browser keeps of a sign-in (src/lib/login.ts). */
export type Login = { readonly token: string; readonly permissions: readonly string[] };

/** The shop's API for putting things in place before a test looks at them. */
export const clientAt = (url: string, token: string | null): Client =>
  createClient({ url, fetch, ...(token ? { token } : {}) });
