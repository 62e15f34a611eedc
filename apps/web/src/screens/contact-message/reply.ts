/**
 * Opens the reader's own mail program with the answer's address and subject. Both were written by a stranger: every
 * character that means something in a mailto address is escaped.
 */
export function buildReplyLink(email: string, subject: string | null): string {
  const to = encodeURIComponent(email).replace('%40', '@');
  if (!subject) return `mailto:${to}`;
  const answer = /^re:/i.test(subject) ? subject : `Re: ${subject}`;
  return `mailto:${to}?subject=${encodeURIComponent(answer)}`;
}
