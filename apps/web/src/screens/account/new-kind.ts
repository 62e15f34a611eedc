/** The permission that a role needs for each kind of account with its own list. */
export const ROLE_OF = { admins: 'admin', drivers: 'driver', sellers: 'seller' } as const;
export type NewAccountKind = keyof typeof ROLE_OF;

/** Returns whether a text is a kind of account that can be created here. */
export const isNewAccountKind = (text: string | null): text is NewAccountKind =>
  text !== null && text in ROLE_OF;
