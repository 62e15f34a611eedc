import { type RefObject, useEffect, useRef } from 'react';
import { BoardColumn, type ColumnProps } from './column.tsx';
import { ColumnHead } from './column-head.tsx';

const GRID = 'grid min-w-[68rem] grid-cols-6 gap-2.5';

/** Reserves the height of the sticky bars in the page's scroll padding, so that they never cover a focused card. */
function useCoveredTop(heads: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = heads.current;
    if (!element) return;
    const root = document.documentElement.style;
    const watch = new ResizeObserver(() => {
      root.scrollPaddingBlockStart = `calc(var(--bar-top, 0px) + ${element.offsetHeight}px)`;
    });
    watch.observe(element);
    return () => {
      watch.disconnect();
      root.scrollPaddingBlockStart = '';
    };
  }, [heads]);
}

/**
 * Shows all columns side by side. Their heads stay in view when the page scrolls down; in a narrow window, columns and
 * heads scroll sideways together.
 */
export const WideColumns = ({ columns }: { columns: readonly ColumnProps[] }) => {
  const heads = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  useCoveredTop(heads);
  const follow = (leader: RefObject<HTMLElement | null>, follower: RefObject<HTMLElement | null>) => () => {
    if (leader.current && follower.current) follower.current.scrollLeft = leader.current.scrollLeft;
  };
  return (
    <div>
      <div
        ref={heads}
        onScroll={follow(heads, body)}
        className="sticky top-14 z-10 overflow-hidden bg-canvas print:static"
      >
        <div className={GRID}>
          {columns.map(({ value, title, state }) => (
            <ColumnHead key={value} value={value} title={title} state={state} />
          ))}
        </div>
      </div>
      <div ref={body} onScroll={follow(body, heads)} className="overflow-x-auto pb-2">
        <div className={`${GRID} items-start`}>
          {columns.map((props) => (
            <BoardColumn key={props.value} {...props} />
          ))}
        </div>
      </div>
    </div>
  );
};
