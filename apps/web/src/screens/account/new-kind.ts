/** The permission that makes somebody one of the people that have a list of their own. */
export const ROLE_OF = { admins: 'admin', drivers: 'driver', sellers: 'seller' } as const;
export type NewKind = keyof typeof ROLE_OF;

/** True for a kind of people that an account can be made for. */
export const isNewKind = (text: string | null): text is NewKind => text !== null && text in ROLE_OF;
