import { type ReactNode, useEffect, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Card, CardBody, CardHeader } from '../../ui/index.ts';

export type ProgressProps = {
  title: string;
  /** 0 to 100; undefined while the total is unknown. */
  value: number | undefined;
  /** The numbers beside the bar. */
  figures?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
};

/** The progress of a long job. The bar moves with every step; screen readers announce only each quarter. */
export const Progress = ({ title, value, figures, actions, children }: ProgressProps) => {
  const { t } = useTranslation('product-import');
  const { percent } = useFormat();
  const quarter = value === undefined ? 0 : Math.floor(value / 25) * 25;
  const [announcement, setAnnouncement] = useState('');
  // the region starts empty, because screen readers do not announce its initial content
  useEffect(
    () => setAnnouncement(quarter ? t('progress.said', { title, share: percent(quarter) }) : title),
    [title, quarter, percent, t],
  );
  return (
    <Card>
      <CardHeader title={title} actions={actions} />
      <CardBody>
        <div
          role="progressbar"
          aria-label={title}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={value}
          className="relative h-2 overflow-hidden rounded-full bg-sunken"
        >
          {value === undefined ? (
            <div className="absolute inset-y-0 start-0 w-2/5 animate-bar bg-primary" />
          ) : (
            <div
              className="h-full rounded-full bg-primary transition-[width] duration-150"
              style={{ width: `${value}%` }}
            />
          )}
        </div>
        <p className="mt-2 flex flex-wrap justify-between gap-x-4 text-sm text-muted tabular">
          <span>{figures}</span>
          {value === undefined ? null : <bdi>{percent(value)}</bdi>}
        </p>
        <p role="status" className="sr-only">
          {announcement}
        </p>
        {children}
      </CardBody>
    </Card>
  );
};
