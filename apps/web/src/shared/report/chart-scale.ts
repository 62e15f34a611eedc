/** The lowest and highest value of an axis, and where its lines are drawn. */
export type ChartScale = { readonly low: number; readonly high: number; readonly ticks: readonly number[] };

const STEPS = [1, 2, 2.5, 5, 10];
const WHOLE_STEPS = [1, 2, 5, 10];
const TICKS = 4;

/** Returns the smallest round step that divides a span into at most so many parts. */
function findStep(span: number, hasWholeTicks: boolean): number {
  const raw = span / TICKS;
  const power = 10 ** Math.floor(Math.log10(raw));
  const steps = hasWholeTicks ? WHOLE_STEPS : STEPS;
  const step = power * (steps.find((one) => one * power >= raw * (1 - 1e-9)) ?? 10);
  return hasWholeTicks ? Math.max(1, step) : step;
}

/**
 * Returns an axis of round numbers that contains 0 and all values.
 * @param hasWholeTicks true for counts, whose ticks are whole numbers
 */
export function computeChartScale(values: readonly (number | null)[], hasWholeTicks: boolean): ChartScale {
  const numbers = [0, ...values.filter((value) => value !== null)];
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const step = findStep(most - least || 1, hasWholeTicks);
  const [first, last] = [Math.floor(least / step + 1e-9), Math.ceil(most / step - 1e-9)];
  const top = Math.max(last, first + 1);
  const ticks = Array.from({ length: top - first + 1 }, (_, at) => Number(((first + at) * step).toFixed(10)));
  return { low: ticks[0] ?? 0, high: ticks.at(-1) ?? 1, ticks };
}

/** Returns which of so many points have a label: the first, the last, and some at equal distances between them. */
export function listLabelPlaces(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, at) => at);
  const step = Math.ceil((count - 1) / (most - 1));
  const places = Array.from({ length: Math.ceil((count - 1) / step) }, (_, at) => at * step);
  // the last one stands at the end, so the one before it needs its room
  return [...places.filter((at) => count - 1 - at >= step * 0.75), count - 1];
}
