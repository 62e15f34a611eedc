/**
 * Parses the sign-in name: text with an @ is an e-mail address, anything else a phone number, which the server
 * validates.
 */
export const parseIdentity = (typed: string): { email: string } | { phone: string } =>
  typed.includes('@') ? { email: typed.trim() } : { phone: typed.trim() };
