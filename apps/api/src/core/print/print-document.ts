import type { Locale, PrintProfile } from '@dukkan/contract';

/**
 * A document as it is printed: a noun says what stands in it, every text ready in the document's language; how it
 * becomes pages is said once, in this folder (decisions section 9).
 */
export type PrintDocument = {
  readonly locale: Locale;
  /** The paper where none is asked for; 150 mm where nothing is said. */
  readonly profile?: PrintProfile;
  /** What it is: 'Purchase invoice'. */
  readonly title: string;
  /** Which one, and where it stands: '#12 · Accepted'. */
  readonly subject: string;
  readonly shop: PrintShop;
  /** Who, when, from whom. */
  readonly facts: readonly PrintField[];
  readonly lines: PrintLines;
  /** What it comes to; the strong ones are what people look for. */
  readonly sums: readonly PrintSum[];
  /** Tax by rate, where the document has taxes. */
  readonly taxes?: PrintTaxes;
  /** Texts that people wrote. */
  readonly notes: readonly { readonly label: string; readonly text: string }[];
  /** Who entered it, when it was printed. */
  readonly foot: readonly string[];
  /** 'Page {{page}} of {{pages}}'. */
  readonly pageText: string;
};

export type PrintShop = {
  readonly name: string;
  /** Phone, address, web site. */
  readonly contacts: readonly string[];
  /** A PNG. */
  readonly logo?: Uint8Array;
};

export type PrintField = {
  readonly label: string;
  readonly value: string;
  /** Under the value, quieter. */
  readonly also?: string;
  /** Codes, numbers and phones run from left to right in every language. */
  readonly isCode?: boolean;
};

/**
 * What a column is of. `before` stands on wide paper only; on a roll the title has a line of its own, and below it
 * `quantity × price` and the sum.
 */
export type PrintColumnRole = 'code' | 'title' | 'quantity' | 'before' | 'price' | 'sum';

export type PrintLines = {
  readonly columns: readonly { readonly role: PrintColumnRole; readonly label: string }[];
  /** One cell for each column; `also` stands under the title. */
  readonly rows: readonly { readonly cells: readonly string[]; readonly also?: string }[];
};

export type PrintSum = { readonly label: string; readonly value: string; readonly strong?: boolean };

/** A small table: the first column is a name, the others are figures. */
export type PrintTaxes = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

const MM = 72 / 25.4;

export type Paper = {
  /** Points, as a PDF counts. */
  readonly width: number;
  /** Null: as tall as what stands on it (a roll). */
  readonly height: number | null;
  readonly margin: number;
  readonly isRoll: boolean;
  /** Size of the text in points. */
  readonly size: number;
};

const sheet = (width: number, height: number, margin: number, size: number): Paper => ({
  width: width * MM,
  height: height * MM,
  margin: margin * MM,
  isRoll: false,
  size,
});
const roll = (width: number, printable: number, size: number): Paper => ({
  width: width * MM,
  height: null,
  margin: ((width - printable) / 2) * MM,
  isRoll: true,
  size,
});

/** The papers of decisions section 9; the rolls print 72 and 48 mm of their width. */
export const PAPERS: Readonly<Record<PrintProfile, Paper>> = {
  a4: sheet(210, 297, 14, 9.5),
  a5: sheet(150, 210, 8, 8.5),
  '80': roll(80, 72, 8.5),
  '58': roll(58, 48, 7.5),
};
