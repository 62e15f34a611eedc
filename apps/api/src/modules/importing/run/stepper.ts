import type { ImportedValues } from '../file/parsed-row.ts';

/** The step of goods that are sold by weight: the least that a scale tells, in kilograms. */
const WEIGHED_STEP = 0.001;

/**
 * The step that a row gives its product; undefined where it says none. Goods by weight keep a step that has parts.
 * @param standing what the product is sold in multiples of by now; 1 for a new one
 */
export const stepperOf = (
  { stepper, isWeighed }: Pick<ImportedValues, 'stepper' | 'isWeighed'>,
  standing: number,
): number | undefined => stepper ?? (isWeighed && standing % 1 === 0 ? WEIGHED_STEP : undefined);
