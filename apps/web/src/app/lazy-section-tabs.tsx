import { type ComponentProps, Suspense } from 'react';
import { lazyChunk } from '../lib/server/lazy-chunk.ts';

const Tabs = lazyChunk(() => import('./section-tabs.tsx'));

/** The tabs of a section, loaded beside the first page; in the bar their place is kept free meanwhile. */
export const SectionTabs = (props: ComponentProps<typeof Tabs>) => (
  <Suspense fallback={props.isRow ? null : <div className={props.className} />}>
    <Tabs {...props} />
  </Suspense>
);
