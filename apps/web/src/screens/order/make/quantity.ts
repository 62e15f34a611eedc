import { formatTypedNumber, parseTypedNumber, QUANTITY_SCALE } from '../../../lib/form/parse-typed-number.ts';

const SCALE = 1_000;

const toThousandths = (value: number): number => Math.round(value * SCALE);

/** Parses a typed quantity; null unless it is above 0 and a multiple of the sales unit. */
export function parseQuantity(text: string, stepper: number): number | null {
  const { value } = parseTypedNumber(text, QUANTITY_SCALE);
  if (value === null || value <= 0) return null;
  const step = toThousandths(stepper);
  return step > 0 && toThousandths(value) % step !== 0 ? null : value;
}

/** Adds or subtracts one sales unit, at least one unit remains; an invalid text counts as 0. */
export function stepQuantity(text: string, stepper: number, by: 1 | -1): string {
  const step = toThousandths(stepper) || SCALE;
  const now = toThousandths(parseTypedNumber(text, QUANTITY_SCALE).value ?? 0);
  const next = by > 0 ? Math.floor(now / step) + 1 : Math.ceil(now / step) - 1;
  return formatTypedNumber((Math.max(1, next) * step) / SCALE);
}

/** Rounds down to whole sales units; 0 when less than one is available. */
export const floorToStep = (available: number, stepper: number): number => {
  const step = toThousandths(stepper) || SCALE;
  return (Math.floor(toThousandths(Math.max(0, available)) / step) * step) / SCALE;
};
