import { createElement, Fragment, type ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n.ts';

/** Marks the places of elements in a translated text; no text contains it. */
const MARK = '\u0000';

export type SentenceProps = {
  /** The key of the text, with its namespace. */
  text: string;
  /** The elements that stand in the text, by their names there. */
  parts: Readonly<Record<string, ReactNode>>;
};

/** A translated sentence with elements in it, in the order of its language. */
export const RichSentence = ({ text, parts }: SentenceProps) => {
  const { t } = useTranslation(['kit', 'fields']);
  const marked = t(
    text,
    Object.fromEntries(Object.keys(parts).map((name) => [name, `${MARK}${name}${MARK}`])),
  );
  const pieces = marked.split(MARK).map((piece, index) => (index % 2 === 1 ? parts[piece] : piece));
  // as arguments, because the pieces of a text need no keys: their order never changes
  return createElement(Fragment, null, ...pieces);
};
