import { X } from 'lucide-react';
import type { ReactNode } from 'react';

export type ChipProps = {
  children: ReactNode;
  /** Called for a click on the text, to edit the value. */
  onClick: () => void;
  onRemove: () => void;
  removeLabel: string;
};

/** An active value, such as a filter, that can be edited and removed. */
export const Chip = ({ children, onClick, onRemove, removeLabel }: ChipProps) => (
  <span className="inline-flex min-h-control-sm items-center gap-1 rounded-md bg-primary-soft ps-2.5 text-sm">
    <button type="button" onClick={onClick} className="hit rounded-sm">
      {children}
    </button>
    <button
      type="button"
      aria-label={removeLabel}
      onClick={onRemove}
      className="hit grid size-6 place-items-center rounded-sm text-muted hover:text-ink"
    >
      <X className="size-3.5" />
    </button>
  </span>
);
