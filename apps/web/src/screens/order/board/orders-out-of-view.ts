import { useEffect, useState } from 'react';

const findCard = (id: number): HTMLElement | null => document.querySelector(`[data-order="${id}"]`);

/** Returns the height of the sticky bars at the top of the window, in pixels. */
const topCovered = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart) || 0;

/** Scrolls a card into view and focuses it, which marks its order as seen. */
export function scrollToCard(id: number): void {
  const card = findCard(id);
  card?.scrollIntoView({ block: 'center', inline: 'nearest' });
  card?.querySelector('a')?.focus({ preventScroll: true });
}

/**
 * Returns the orders whose cards are out of view, less than half visible in the window.
 * @param ids the ids of orders, in the order of the column
 */
export function useOrdersOutOfView(ids: readonly number[]): readonly number[] {
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const idsKey = ids.join(' ');
  useEffect(() => {
    const watched = idsKey === '' ? [] : idsKey.split(' ').map(Number);
    const out = new Set<number>();
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const id = Number((target as HTMLElement).dataset.order);
          if (isIntersecting) out.delete(id);
          else out.add(id);
        }
        setHidden(new Set(out));
      },
      { rootMargin: `-${Math.round(topCovered())}px 0px 0px 0px`, threshold: 0.5 },
    );
    for (const id of watched) {
      const card = findCard(id);
      if (card) watch.observe(card);
    }
    setHidden(new Set());
    return () => watch.disconnect();
  }, [idsKey]);
  return ids.filter((id) => hidden.has(id));
}
