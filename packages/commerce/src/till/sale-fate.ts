import type { LetterKind } from './letters.ts';

/**
 * What stands of a uuid when a letter arrives: nothing, a sale (booked, or kept and not booked yet), a void number, or a
 * sale that was taken back by a counter-sale.
 */
export type StandingFate = 'nothing' | 'sold' | 'void' | 'countered';

/**
 * What the server does with the letter: book it or refuse it and keep nothing; book it always; answer what stands and
 * change nothing; write the number down as void; book the whole sale back; keep it for a person.
 */
export type Fate = 'book_or_refuse' | 'book' | 'answer_stored' | 'void' | 'counter_sale' | 'hold';

const FATES: Readonly<Record<StandingFate, Readonly<Record<LetterKind, Fate>>>> = {
  nothing: { offer: 'book_or_refuse', sold: 'book', void: 'void' },
  sold: { offer: 'answer_stored', sold: 'answer_stored', void: 'counter_sale' },
  // a late offer never books; a sold letter behind a void cannot come from one till
  void: { offer: 'answer_stored', sold: 'hold', void: 'answer_stored' },
  countered: { offer: 'answer_stored', sold: 'answer_stored', void: 'answer_stored' },
};

/**
 * Decides what becomes of a letter, by its kind and by what stands of its uuid alone.
 * Source: docs/rules/till-sales.md#one-uuid-one-fate
 */
export const decideFate = ({
  standing,
  arrives,
}: {
  readonly standing: StandingFate;
  readonly arrives: LetterKind;
}): Fate => FATES[standing][arrives];
