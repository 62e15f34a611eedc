import type { ImportedValues } from '../file/parsed-row.ts';

/** The step of goods sold by weight: one gram, in kilograms, the smallest weight that a scale shows. */
const WEIGHED_STEP = 0.001;

/**
 * Returns the step that a row sets for its product; undefined when the row sets none. A product sold by weight keeps a
 * step that is not a whole number.
 * @param currentStepper the product's current step; 1 for a new product
 */
export const resolveStepper = (
  { stepper, isWeighed }: Pick<ImportedValues, 'stepper' | 'isWeighed'>,
  currentStepper: number,
): number | undefined => stepper ?? (isWeighed && currentStepper % 1 === 0 ? WEIGHED_STEP : undefined);
