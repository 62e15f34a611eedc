/**
 * Returns the direction of a box by its text: a phone, code, amount or date without letters is written from left to
 * right on every page; other texts have the page's direction.
 */
export const getTokenDirection = (text: unknown): 'ltr' | undefined =>
  typeof text === 'string' && /\d/.test(text) && !/[\p{L}\u0660-\u0669\u06f0-\u06f9]/u.test(text)
    ? 'ltr'
    : undefined;
