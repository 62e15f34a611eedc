import type { PrintProfile } from '@dukkan/contract';
import { drawPdf } from './draw.ts';
import type { PrintDocument } from './print-document.ts';

export type PrintTask = {
  readonly document: PrintDocument;
  readonly profile: PrintProfile;
  readonly at: Date;
};

/** Prints one document off the event loop, because a thousand lines take almost a second. */
export default function print({ document, profile, at }: PrintTask): Promise<Uint8Array> {
  return drawPdf(document, profile, at);
}
