import { ScanBarcode } from 'lucide-react';

/** Says what a scan does on this page. */
export const ScanHint = ({ text }: { text: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <ScanBarcode aria-hidden="true" className="size-4 shrink-0" />
    {text}
  </span>
);
