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

/** Lowest contrast that a readable text may have (WCAG 2.2 AA). */
export const MIN_CONTRAST = 4.5;
/** How much black a button's fill has in it, as in `--primary-solid` of the web app's theme. */
const FILL_BLACK = 0.08;
/** Sixteen halvings are finer than one step of `#rrggbb`. */
const HALVINGS = 16;

const COLOUR = /^#[0-9a-f]{6}$/i;
const toOklch = converter('oklch');
const fitSrgb = toGamut('rgb', 'oklch');

/** Whether a text is a color as the settings hold it: `#rrggbb`. */
export const isColour = (text: string): boolean => COLOUR.test(text);

/**
 * Contrast of white text on a button of this primary color, `#rrggbb`; from 1 to 21.
 * Rule: docs/rules/theme.md#readable-colors
 */
export function computeButtonContrast(primary: string): number {
  // a screen draws whole steps of a color, which may be a little lighter
  const fill = formatHex(interpolate([primary, '#000000'], 'oklab')(FILL_BLACK));
  return wcagContrast('#ffffff', fill);
}

/**
 * The nearest shade of a color on which white text can be read: the same hue, only as much darker as needed. A color
 * that can be read on already stays as it is.
 * Rule: docs/rules/theme.md#readable-colors
 */
export function findReadableShade(primary: string): string {
  if (computeButtonContrast(primary) >= MIN_CONTRAST) return primary;
  const given = toOklch(parse(primary));
  if (!given) return primary;
  const darken = (lightness: number) => formatHex(fitSrgb({ ...given, l: lightness }));
  let [readable, unreadable] = [0, given.l];
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (readable + unreadable) / 2;
    if (computeButtonContrast(darken(middle)) >= MIN_CONTRAST) readable = middle;
    else unreadable = middle;
  }
  return darken(readable);
}
