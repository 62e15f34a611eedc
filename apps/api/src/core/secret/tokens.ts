/** Signs and verifies session tokens. A token contains ids only; permissions are read from the database. */
export type Tokens = {
  /** @param expires_at the absolute end of the session */
  sign(claims: { sub: string; sid: string }, expires_at: Date): string;
  /** The ids of a valid token; null for anything else. */
  verify(token: string): { sub: string; sid: string } | null;
};
