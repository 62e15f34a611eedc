import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { loadChunk } from '../../lib/server/lazy-chunk.ts';
import { detectSymbology } from './symbology.ts';

const NAMES = { ean13: 'EAN-13', ean8: 'EAN-8', upca: 'UPC-A', code128: 'Code 128' };

const importBarcodeSvg = () => import('./barcode-svg.ts');

/** A barcode in a box of this size in millimetres; rendered once the code for barcodes is loaded. */
export const Barcode = ({ code, width, height }: { code: string; width: number; height: number }) => {
  const { t } = useTranslation('product');
  const box = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const symbology = detectSymbology(code);
  useEffect(() => {
    let here = true;
    loadChunk(importBarcodeSvg)
      .then(({ drawBarcodeSvg }) => {
        if (!here) return;
        const svg = drawBarcodeSvg(code, symbology, width / height);
        svg.setAttribute('class', 'block size-full');
        svg.setAttribute('aria-hidden', 'true');
        box.current?.replaceChildren(svg);
      })
      // shows the digits without bars when drawing fails
      .catch(() => here && setFailed(true));
    return () => {
      here = false;
    };
  }, [code, symbology, width, height]);
  if (failed) return <p className="text-center text-[2.4mm]">{code}</p>;
  return (
    <div
      ref={box}
      role="img"
      dir="ltr"
      data-symbology={symbology}
      aria-label={t('labels.bars', { kind: NAMES[symbology], code })}
      className="shrink-0"
      style={{ width: `${width}mm`, height: `${height}mm` }}
    />
  );
};
