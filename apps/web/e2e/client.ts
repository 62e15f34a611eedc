import { type Client, createClient } from '@dukkan/contract';

/** What the browser keeps of a sign-in (src/lib/login.ts). */
export type Login = { readonly token: string; readonly permissions: readonly string[] };

/** The shop's API for putting things in place before a test looks at them; in one branch where one is named. */
export const clientAt = (url: string, token: string | null, branch_id?: number): Client =>
  createClient({ url, fetch, ...(token ? { token } : {}), ...(branch_id ? { branch_id } : {}) });
