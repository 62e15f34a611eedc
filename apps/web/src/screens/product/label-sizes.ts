/** The most products in one print, because each product is loaded. */
export const LABELS_MAX = 200;

export type LabelSize = {
  readonly key: string;
  /** The size of a label, in millimetres. */
  readonly width: number;
  readonly height: number;
  /** The layout of a sheet with several labels; without it, each label is its own page. */
  readonly sheet?: {
    readonly columns: number;
    readonly rows: number;
    /** The distance from the edge of the paper to the first label, in millimetres. */
    readonly top: number;
    readonly side: number;
    /** The space between two labels of a row, in millimetres. */
    readonly gap: number;
  };
};

/** A4 in millimetres. */
export const PAPER = { width: 210, height: 297 } as const;

/** Common label sizes: single labels on a roll, and sheets for an office printer. */
export const LABEL_SIZES: readonly LabelSize[] = [
  { key: '50x30', width: 50, height: 30 },
  { key: '58x40', width: 58, height: 40 },
  { key: '40x20', width: 40, height: 20 },
  {
    key: 'a4_65',
    width: 38.1,
    height: 21.2,
    sheet: { columns: 5, rows: 13, top: 10.7, side: 4.75, gap: 2.5 },
  },
  {
    key: 'a4_24',
    width: 63.5,
    height: 33.9,
    sheet: { columns: 3, rows: 8, top: 12.9, side: 7.25, gap: 2.5 },
  },
];

/** Splits labels into pages; `skip` positions of the first sheet are already used. */
export function splitLabelPages<T>(labels: readonly T[], { sheet }: LabelSize, skip: number): (T | null)[][] {
  const size = sheet ? sheet.columns * sheet.rows : 1;
  const used = sheet ? Math.min(Math.max(0, skip), size - 1) : 0;
  const places: (T | null)[] = [...Array.from({ length: used }, () => null), ...labels];
  return Array.from({ length: Math.ceil(places.length / size) }, (_, page) =>
    places.slice(page * size, (page + 1) * size),
  );
}
