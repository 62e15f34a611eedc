import { cx, Glyph } from '../../ui/index.ts';

/** The first picture of a product, or a box where it has none. Decoration beside its title. */
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
