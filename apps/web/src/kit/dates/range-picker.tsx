import { type ReactElement, Suspense, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useIsPhoneWidth } from '../../lib/narrow.ts';
import { createWarmChunk } from '../../lib/server/lazy-chunk.ts';
import { Popover, Sheet, Spinner } from '../../ui/index.ts';
import type { RangePanelProps } from './range-panel.tsx';

const chunk = createWarmChunk(() => import('./range-panel.tsx'));

const LoadedPanel = (props: RangePanelProps) => {
  const [Part] = useState(chunk.get);
  return <Part {...props} />;
};

/** The panel of a range, once its code is loaded. */
export const RangePanel = (props: RangePanelProps) => {
  const { t } = useTranslation('kit');
  return (
    <Suspense
      fallback={
        <div className="grid h-80 w-70 max-w-full place-items-center">
          <Spinner label={t('common:state.loading')} />
        </div>
      }
    >
      <LoadedPanel {...props} />
    </Suspense>
  );
};

/** Loads the panel before it is opened. */
export const warmRangePanel = chunk.warm;

export type RangePickerProps = RangePanelProps & {
  /** The button that opens the picker: one element that accepts a ref. */
  trigger: ReactElement;
  label: string;
};

/** Picks a range of days in a popover, on a phone in a sheet. Rule: docs/rules/screens.md#dates */
export const RangePicker = ({ trigger, label, onApply, onPreset, ...panel }: RangePickerProps) => {
  const { t } = useTranslation('kit');
  const [open, setOpen] = useState(false);
  const isPhone = useIsPhoneWidth();
  const content = (
    <RangePanel
      {...panel}
      onApply={(days) => {
        setOpen(false);
        onApply(days);
      }}
      onPreset={(name) => {
        setOpen(false);
        onPreset(name);
      }}
    />
  );
  return isPhone ? (
    <Sheet trigger={trigger} title={label} closeLabel={t('close')} open={open} onOpenChange={setOpen}>
      {content}
    </Sheet>
  ) : (
    <Popover trigger={trigger} label={label} open={open} onOpenChange={setOpen} className="w-auto!">
      {content}
    </Popover>
  );
};
