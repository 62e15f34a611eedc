/** One path per icon, because a list draws an icon in every row. */
const LINES = {
  /** More actions of a row. */
  dots: 'M5 12h.01M12 12h.01M19 12h.01',
  /** Copy. */
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  /** A closed parcel, for a product without a picture. */
  parcel: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9M8 5.25l8 4.5',
} as const;

/** A one-element icon for rows of a list; hidden from screen readers, because a name is beside it. */
export const Glyph = ({ name }: { name: keyof typeof LINES }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={name === 'dots' ? 3.5 : 2}
    strokeLinecap="round"
    strokeLinejoin="round"
    className="size-4"
  >
    <path d={LINES[name]} />
  </svg>
);
