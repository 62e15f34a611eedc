/**
 * A thin line along the top of its (relative) parent while data reloads; it takes no room. With `value` (0 to 100) it
 * shows the progress of a job.
 */
export const ProgressBar = ({
  active,
  value,
  label,
}: {
  active: boolean;
  value?: number | undefined;
  label: string;
}) =>
  active ? (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      className="pointer-events-none absolute inset-x-0 top-0 z-20 h-0.5 overflow-hidden print:hidden"
    >
      {value === undefined ? (
        <div className="absolute inset-y-0 start-0 w-2/5 animate-bar bg-primary" />
      ) : (
        <div className="h-full bg-primary transition-[width] duration-150" style={{ width: `${value}%` }} />
      )}
    </div>
  ) : null;
