import type { Paper } from './print-document.ts';

/** Content that is not split over pages; `draw` starts at its upper edge. */
export type Block = { readonly height: number; draw(top: number): void };

/** Blocks one below the other; `repeat` is drawn again at the top of each page they continue on. */
export type Section = { readonly blocks: readonly Block[]; readonly repeat?: Block };

/** A PDF page is at most 200 inches long; a longer roll is cut there. */
const ROLL_MAX = 14_000;

type PlacedBlock = { readonly block: Block; readonly top: number };

/**
 * Distributes blocks over pages, from top to bottom.
 * @param foot space at the bottom of every page, in points
 */
export function placeBlocks(sections: readonly Section[], paper: Paper, foot: number): PlacedBlock[][] {
  const bottom = (paper.height ?? ROLL_MAX) - paper.margin - foot;
  const pages: PlacedBlock[][] = [[]];
  let top = paper.margin;
  for (const { blocks, repeat } of sections)
    for (const [index, block] of blocks.entries()) {
      if (top + block.height > bottom && pages.at(-1)?.length) {
        pages.push([]);
        top = paper.margin;
        if (repeat && index > 0 && block !== repeat) {
          pages.at(-1)?.push({ block: repeat, top });
          top += repeat.height;
        }
      }
      pages.at(-1)?.push({ block, top });
      top += block.height;
    }
  return pages;
}

/** The lower edge of the last block on a page. */
export const getLastBlockBottom = (page: readonly PlacedBlock[]): number => {
  const last = page.at(-1);
  return last ? last.top + last.block.height : 0;
};
