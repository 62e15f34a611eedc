import { code128, drawingSVG, ean8, ean13, upca } from 'bwip-js/browser';
import type { Symbology } from './symbology.ts';

const draw = { ean13, ean8, upca, code128 };

/** The white space that a scanner needs beside the bars, in modules (GS1: 11 for EAN and UPC, 10 for Code 128). */
const QUIET = 10;
const HEIGHT = 12;
const LETTERS = 10;
/** The largest text size that the library can draw. */
const LETTERS_MAX = 24;

const drawBarcode = (code: string, symbology: Symbology, times: number): SVGElement => {
  const text = draw[symbology](
    {
      bcid: symbology,
      text: code,
      includetext: true,
      textsize: symbology === 'code128' ? Math.min(LETTERS_MAX, LETTERS * Math.max(1, times)) : LETTERS,
      height: HEIGHT * times,
      paddingleft: QUIET,
      paddingright: QUIET,
    },
    drawingSVG(),
  );
  return new DOMParser().parseFromString(text, 'image/svg+xml').documentElement as unknown as SVGElement;
};

const getAspectRatio = (svg: SVGElement): number => {
  const [, , width = 1, height = 1] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
  return width / height;
};

/**
 * Draws a barcode with its digits below as an SVG element of about this ratio of width to height, so that it fills its
 * box: scanners need width. Loaded when labels are first shown.
 */
export function drawBarcodeSvg(code: string, symbology: Symbology, ratio: number): SVGElement {
  const first = drawBarcode(code, symbology, 1);
  return drawBarcode(code, symbology, Math.min(8, Math.max(0.3, getAspectRatio(first) / ratio)));
}
