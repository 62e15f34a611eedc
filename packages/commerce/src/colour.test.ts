import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeButtonContrast, findReadableShade, isColour, MIN_CONTRAST } from './colour.ts';

const colours = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);

describe('the primary color', () => {
  it('the primary color has the contrast of white text on its buttons', () => {
    expect(computeButtonContrast('#000000')).toBeCloseTo(21, 5);
    expect(computeButtonContrast('#2876E2')).toBeGreaterThan(MIN_CONTRAST);
    expect(computeButtonContrast('#FFD400')).toBeCloseTo(1.8, 1);
  });

  it('the primary color is measured as a screen draws it, in whole steps', () => {
    // 4.5001 before the fill is rounded to #b45886
    expect(computeButtonContrast('#c96396')).toBeCloseTo(4.486, 3);
    expect(findReadableShade('#c96396')).not.toBe('#c96396');
  });

  it('the suggested shade is the nearest one that passes the same check', () => {
    const shade = findReadableShade('#FFD400');
    expect(computeButtonContrast(shade)).toBeGreaterThanOrEqual(MIN_CONTRAST);
    expect(computeButtonContrast(shade)).toBeLessThan(MIN_CONTRAST + 0.1);
  });

  it('a color on which white text is readable stays unchanged', () => {
    expect(findReadableShade('#2876E2')).toBe('#2876E2');
  });

  it('every color has a passing shade that is not darker than necessary', () => {
    fc.assert(
      fc.property(colours, (colour) => {
        const shade = findReadableShade(colour);
        const contrast = computeButtonContrast(shade);
        expect(isColour(shade)).toBe(true);
        expect(contrast).toBeGreaterThanOrEqual(MIN_CONTRAST);
        if (shade !== colour) expect(contrast).toBeLessThan(MIN_CONTRAST + 0.25);
      }),
    );
  });

  it.each(['red', '#fff', '2876E2', '#2876E2 ', '#2876EG', 'javascript:1', ''])('%j is no color', (text) =>
    expect(isColour(text)).toBe(false),
  );
});
