import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../ui/index.ts';

type MoveButtonsProps = {
  earlierLabel: string;
  laterLabel: string;
  index: number;
  last: boolean;
  onMove: (by: 1 | -1) => void;
};

/** Moves a tile one place towards the start or the end of its list. */
export const MoveButtons = ({ earlierLabel, laterLabel, index, last, onMove }: MoveButtonsProps) => (
  <span className="flex">
    <IconButton
      size="sm"
      label={earlierLabel}
      icon={<ChevronLeft className="rtl:-scale-x-100" />}
      disabled={index === 0}
      onClick={() => onMove(-1)}
    />
    <IconButton
      size="sm"
      label={laterLabel}
      icon={<ChevronRight className="rtl:-scale-x-100" />}
      disabled={last}
      onClick={() => onMove(1)}
    />
  </span>
);
