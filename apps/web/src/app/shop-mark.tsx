import { Store } from 'lucide-react';
import { cx } from '../ui/index.ts';
import { useShop } from './shop.ts';

/** The shop's logo, or the product's own when it has none. Decorative, because the name is beside it. */
export const ShopMark = ({ large = false }: { large?: boolean }) => {
  const logo = useShop()?.logo;
  const size = large ? 'size-10' : 'size-7';
  if (logo) return <img src={logo} alt="" className={cx(size, 'shrink-0 rounded-md object-contain')} />;
  return (
    <span
      aria-hidden="true"
      className={cx(
        size,
        'grid shrink-0 place-items-center rounded-md bg-primary-solid text-on-solid',
        large ? '[&_svg]:size-5' : '[&_svg]:size-4',
      )}
    >
      <Store />
    </span>
  );
};
