import { drawingSVG, qrcode } from 'bwip-js/browser';

/** Draws a QR code as an SVG element. Loaded when the first one is shown. */
export function drawQrSvg(text: string): SVGElement {
  const svg = qrcode({ bcid: 'qrcode', text, padding: 2 }, drawingSVG());
  return new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement as unknown as SVGElement;
}
