/** Marks of direction and format, variation selectors, and what else takes no place of its own. */
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}|[\u115f\u1160\u17b4\u17b5\u3164\uffa0]|\u034f/gu;
/** Spaces that are no space of the keyboard: non-breaking, thin, ideographic. */
const SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const SCHEME = /^\s*(?:tel|mailto|sms|callto):\s*/i;

/**
 * A pasted text without what nobody sees: marks of direction, variation selectors; every space is a plain one.
 * Rule: docs/rules/wire.md#invisible-characters
 */
export const dropInvisible = (text: string): string =>
  text.replace(INVISIBLE, '').replace(SPACES, ' ').trim();

/** The same without the scheme of a link (`tel:`, `mailto:`), as phones and addresses are copied from pages. */
export const dropLinkScheme = (text: string): string => dropInvisible(text).replace(SCHEME, '');
