import { cx } from '../../ui/index.ts';
import { Label, type LabelOptions, type ProductLabel } from './label.tsx';
import { type LabelSize, PAPER, splitLabelPages } from './label-sizes.ts';

export type SheetsProps = {
  labels: readonly ProductLabel[];
  size: LabelSize;
  words: LabelOptions;
  /** The number of labels of the first sheet that are already used. */
  skip: number;
};

const pageRule = ({ width, height }: { width: number; height: number }): string =>
  `@page { size: ${width}mm ${height}mm; margin: 0; }`;

/** The pages as they are printed; always light. */
export const Sheets = ({ labels, size, words, skip }: SheetsProps) => {
  const { sheet } = size;
  const page = sheet ? PAPER : size;
  return (
    <div
      data-skin="light"
      className={cx(
        'mx-auto flex gap-4 print:block [&>*:last-child]:break-after-auto',
        // a sheet is scaled down on the screen, so that all of it is visible
        sheet ? 'w-max flex-col [zoom:0.66] print:[zoom:1]' : 'flex-wrap justify-center',
      )}
    >
      {/* sets the printer's paper to the label, or to the sheet of labels */}
      <style>{pageRule(page)}</style>
      {splitLabelPages(labels, size, skip).map((places, at) => (
        <div
          // pages have no identity other than their number
          key={`page-${at.toString()}`}
          className={cx(
            'shrink-0 overflow-hidden rounded-sm bg-white shadow-md print:break-after-page print:rounded-none print:shadow-none',
            sheet ? 'grid content-start' : '',
          )}
          style={
            sheet
              ? {
                  width: `${page.width}mm`,
                  // slightly less than the paper, because rounding could cause a second page
                  height: `${page.height - 0.2}mm`,
                  paddingBlockStart: `${sheet.top}mm`,
                  paddingInline: `${sheet.side}mm`,
                  gridTemplateColumns: `repeat(${sheet.columns}, ${size.width}mm)`,
                  gridAutoRows: `${size.height}mm`,
                  columnGap: `${sheet.gap}mm`,
                }
              : undefined
          }
        >
          {places.map((label, place) =>
            label ? (
              <Label key={`${label.key}-${place.toString()}`} of={label} size={size} words={words} />
            ) : (
              <span
                key={`used-${place.toString()}`}
                className="bg-[repeating-linear-gradient(45deg,#0000_0_1.5mm,#0002_1.5mm_2mm)] print:invisible"
              />
            ),
          )}
        </div>
      ))}
    </div>
  );
};
