import { code128, drawingSVG, ean8, ean13, upca } from 'bwip-js/browser';
import type { Symbology } from './symbology.ts';

const draw = { ean13, ean8, upca, code128 };

/** Bars with their digits below, as an SVG element that fills its box. Loaded when labels are first shown. */
export function barsOf(code: string, symbology: Symbology): SVGElement {
  const text = draw[symbology](
    { bcid: symbology, text: code, includetext: true, textxalign: 'center', height: 12, scale: 2 },
    drawingSVG(),
  );
  const svg = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  return svg as unknown as SVGElement;
}
