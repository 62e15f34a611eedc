/**
 * One field takes either: an at sign makes it an e-mail address, anything else is a phone number, whose spelling
 * the server judges (decisions 6).
 */
export const parseIdentity = (typed: string): { email: string } | { phone: string } =>
  typed.includes('@') ? { email: typed.trim() } : { phone: typed.trim() };
