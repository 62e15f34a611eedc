import type { Paper } from './print-document.ts';

/** Something that stands on one page whole: so tall, drawn from its upper edge. */
export type Block = { readonly height: number; draw(top: number): void };

/** Blocks one below the other; what is in `repeat` stands again at the head of each page that they go on to. */
export type Section = { readonly blocks: readonly Block[]; readonly repeat?: Block };

/** A PDF knows no page beyond 200 inches: a longer roll is cut there. */
const ROLL_MAX = 14_000;

type Placed = { readonly block: Block; readonly top: number };

/**
 * Lays blocks out on pages, top to bottom.
 * @param foot room that is kept at the bottom of every page
 */
export function placeBlocks(sections: readonly Section[], paper: Paper, foot: number): Placed[][] {
  const bottom = (paper.height ?? ROLL_MAX) - paper.margin - foot;
  const pages: Placed[][] = [[]];
  let top = paper.margin;
  for (const { blocks, repeat } of sections)
    for (const [at, block] of blocks.entries()) {
      if (top + block.height > bottom && pages.at(-1)?.length) {
        pages.push([]);
        top = paper.margin;
        if (repeat && at > 0 && block !== repeat) {
          pages.at(-1)?.push({ block: repeat, top });
          top += repeat.height;
        }
      }
      pages.at(-1)?.push({ block, top });
      top += block.height;
    }
  return pages;
}

/** Where the last block of a page ends. */
export const endOf = (page: readonly Placed[]): number => {
  const last = page.at(-1);
  return last ? last.top + last.block.height : 0;
};
