import type { Locale, PrintProfile } from '@dukkan/contract';

/** The content of a printed document, with every text in the document's language; this folder turns it into pages. */
export type PrintDocument = {
  readonly locale: Locale;
  /** The default paper; 150 mm when absent. */
  readonly profile?: PrintProfile;
  /** For tables with many columns: A4 landscape, regardless of the selected paper. */
  readonly isWide?: boolean;
  /** The kind of document, such as 'Purchase receipt'. */
  readonly title: string;
  /** What the name of the file says after the title, such as the days of a report; by default the record's id. */
  readonly fileParts?: readonly string[];
  /** The record and its status, such as '#12 · Accepted'. */
  readonly subject: string;
  readonly shop: PrintShop;
  /** Persons, dates and other fields. */
  readonly facts: readonly PrintField[];
  readonly lines: PrintLines;
  /** The totals; the strong ones are printed larger. */
  readonly sums: readonly PrintSum[];
  /** Tax by rate, for documents with taxes. */
  readonly taxes?: PrintTaxes;
  /** Notes that users wrote. */
  readonly notes: readonly { readonly label: string; readonly text: string }[];
  /** A QR code with its label. */
  readonly qr?: { readonly label: string; readonly text: string };
  /** Who entered the record and when it was printed. */
  readonly foot: readonly string[];
  /** 'Page {{page}} of {{pages}}'. */
  readonly pageText: string;
};

export type PrintShop = {
  readonly name: string;
  /** Phone, address and web site. */
  readonly contacts: readonly string[];
  /** The bytes of a PNG file. */
  readonly logo?: Uint8Array;
};

export type PrintField = {
  readonly label: string;
  readonly value: string;
  /** Smaller text under the value. */
  readonly also?: string;
  /** True for codes, numbers and phones, which read from left to right in every language. */
  readonly isCode?: boolean;
};

/**
 * The content of a column. `before` is the price before the discount, printed on wide paper only. On a receipt roll the
 * title has its own line; the line below it shows `quantity × price` and the sum.
 */
/** `text` is a further column of words, such as a date with the name of its month. */
export type PrintColumnRole = 'code' | 'text' | 'title' | 'quantity' | 'before' | 'price' | 'sum';

export type PrintLines = {
  readonly columns: readonly { readonly role: PrintColumnRole; readonly label: string }[];
  /** One cell per column; `also` is printed under the title. */
  readonly rows: readonly {
    readonly cells: readonly string[];
    readonly also?: string;
    readonly isStrong?: boolean;
  }[];
};

export type PrintSum = { readonly label: string; readonly value: string; readonly strong?: boolean };

/** A small table: the first column is a name, the others are figures. */
export type PrintTaxes = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

const MM = 72 / 25.4;

export type Paper = {
  /** In points. */
  readonly width: number;
  /** In points; null on a roll, which is as long as its content. */
  readonly height: number | null;
  readonly margin: number;
  readonly isRoll: boolean;
  /** Font size in points. */
  readonly size: number;
};

const createSheetPaper = (width: number, height: number, margin: number, size: number): Paper => ({
  width: width * MM,
  height: height * MM,
  margin: margin * MM,
  isRoll: false,
  size,
});
const createRollPaper = (width: number, printable: number, size: number): Paper => ({
  width: width * MM,
  height: null,
  margin: ((width - printable) / 2) * MM,
  isRoll: true,
  size,
});

/** A4 landscape, for tables. */
export const WIDE_PAPER: Paper = createSheetPaper(297, 210, 12, 8);

/** The supported papers; the rolls print 72 and 48 mm of their width. */
export const PAPER_LAYOUTS: Readonly<Record<PrintProfile, Paper>> = {
  a4: createSheetPaper(210, 297, 14, 9.5),
  a5: createSheetPaper(150, 210, 8, 8.5),
  '80': createRollPaper(80, 72, 8.5),
  '58': createRollPaper(58, 48, 7.5),
};
