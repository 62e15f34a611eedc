/** The nouns that caches, events, audit rows and saved views are named by: singular, kebab-case. */
export const NOUNS = [
  'account',
  'role',
  'session',
  'profile',
  'setting',
  'branch',
  'location',
  'view',
  'audit',
  'message',
] as const;

export type Noun = (typeof NOUNS)[number];
