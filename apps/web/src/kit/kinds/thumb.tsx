import { cx, Glyph } from '../../ui/index.ts';

/**
 * The first picture of a product, or a box without one; hidden from screen readers, because the title is beside it.
 */
export const Thumb = ({ src, className }: { src: string | null; className?: string }) => (
  <span
    aria-hidden="true"
    className={cx(
      'grid size-8 shrink-0 place-items-center overflow-hidden rounded-md border border-line bg-sunken text-subtle',
      className,
    )}
  >
    {src ? (
      <img src={src} alt="" loading="lazy" className="size-full object-cover" />
    ) : (
      <Glyph name="parcel" />
    )}
  </span>
);
