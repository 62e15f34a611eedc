import {
  converter,
  formatHex,
  interpolate,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  parse,
  toGamut,
  useMode,
  wcagContrast,
} from 'culori/fn';

for (const mode of [modeRgb, modeLrgb, modeOklab, modeOklch]) useMode(mode);

/** Minimum contrast of readable text (WCAG 2.2 AA). */
export const MIN_CONTRAST = 4.5;
/** The share of black in a button's fill, as in `--primary-solid` of the web app's theme. */
const FILL_BLACK = 0.08;
/** Sixteen bisections are finer than one step of `#rrggbb`. */
const HALVINGS = 16;

const COLOUR = /^#[0-9a-f]{6}$/i;
const toOklch = converter('oklch');
const fitSrgb = toGamut('rgb', 'oklch');

/** True for a color as the settings store it: `#rrggbb`. */
export const isColour = (text: string): boolean => COLOUR.test(text);

/**
 * Computes the contrast of white text on a button of this primary color, `#rrggbb`; from 1 to 21.
 * Rule: docs/rules/theme.md#readable-colors
 */
export function computeButtonContrast(primary: string): number {
  // screens draw whole steps of a color, which may be slightly lighter
  const fill = formatHex(interpolate([primary, '#000000'], 'oklab')(FILL_BLACK));
  return wcagContrast('#ffffff', fill);
}

/**
 * Returns the nearest shade of a color on which white text is readable: the same hue, only as much darker as needed. A
 * readable color is returned unchanged.
 * Rule: docs/rules/theme.md#readable-colors
 */
export function findReadableShade(primary: string): string {
  if (computeButtonContrast(primary) >= MIN_CONTRAST) return primary;
  const color = toOklch(parse(primary));
  if (!color) return primary;
  const darken = (lightness: number) => formatHex(fitSrgb({ ...color, l: lightness }));
  let [readable, unreadable] = [0, color.l];
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (readable + unreadable) / 2;
    if (computeButtonContrast(darken(middle)) >= MIN_CONTRAST) readable = middle;
    else unreadable = middle;
  }
  return darken(readable);
}
