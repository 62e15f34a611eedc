/**
 * Returns a link that opens the user's mail program with the reply's address and subject. The sender wrote both, so
 * every character with a meaning in a mailto URL is escaped.
 */
export function buildReplyLink(email: string, subject: string | null): string {
  const to = encodeURIComponent(email).replace('%40', '@');
  if (!subject) return `mailto:${to}`;
  const answer = /^re:/i.test(subject) ? subject : `Re: ${subject}`;
  return `mailto:${to}?subject=${encodeURIComponent(answer)}`;
}
