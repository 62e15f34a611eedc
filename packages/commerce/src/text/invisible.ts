/** Direction and format marks, variation selectors, and other characters without width. */
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}|[\u115f\u1160\u17b4\u17b5\u3164\uffa0]|\u034f/gu;
/** Spaces other than the plain one: non-breaking, thin, ideographic. */
const SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const SCHEME = /^\s*(?:tel|mailto|sms|callto):\s*/i;

/**
 * Removes invisible characters, such as direction marks and variation selectors, from a pasted text and makes every
 * space a plain one.
 * Rule: docs/rules/wire.md#invisible-characters
 */
export const dropInvisible = (text: string): string =>
  text.replace(INVISIBLE, '').replace(SPACES, ' ').trim();

/** Also removes the scheme of a link (`tel:`, `mailto:`), which pages add to copied phone numbers and addresses. */
export const dropLinkScheme = (text: string): string => dropInvisible(text).replace(SCHEME, '');
