/** Marks the ends of a scroll box beyond which there is more: `data-more="start end"`. */
export function watchEnds(box: HTMLElement | null) {
  if (!box) return;
  const tell = () => {
    const before = Math.abs(box.scrollLeft);
    const after = box.scrollWidth - box.clientWidth - before;
    box.dataset.more = [before > 1 ? 'start' : '', after > 1 ? 'end' : ''].join(' ').trim();
  };
  const sizes = new ResizeObserver(tell);
  for (const element of [box, ...box.children]) sizes.observe(element);
  box.addEventListener('scroll', tell, { passive: true });
  return () => {
    sizes.disconnect();
    box.removeEventListener('scroll', tell);
  };
}
