/** Signs and reads the session's token. It carries ids only; rights are read from the database (decisions section 6). */
export type Tokens = {
  /** @param expires_at absolute end of the session */
  sign(claims: { sub: string; sid: string }, expires_at: Date): string;
  /** Null for anything that is not a living token of ours. */
  verify(token: string): { sub: string; sid: string } | null;
};
