import { ChevronDown, ChevronUp } from 'lucide-react';
import { IconButton } from '../icon-button.tsx';
import { Checkbox } from './checkbox.tsx';

export type ReorderableItem = { id: string; label: string; shown: boolean };

export type OrderListProps = {
  /** The visible items first, in order. */
  items: readonly ReorderableItem[];
  onToggle: (id: string) => void;
  onMove: (id: string, by: 1 | -1) => void;
  /** The labels of an item's buttons. */
  earlierLabel: (item: ReorderableItem) => string;
  laterLabel: (item: ReorderableItem) => string;
};

/** Items that can be shown, hidden and reordered with buttons instead of dragging; one always stays visible. */
export const OrderList = ({ items, onToggle, onMove, earlierLabel, laterLabel }: OrderListProps) => {
  const last = items.filter((item) => item.shown).length - 1;
  return (
    <ul className="flex flex-col">
      {items.map((item, index) => (
        <li key={item.id} className="flex items-center gap-1">
          <Checkbox
            className="flex-1"
            checked={item.shown}
            disabled={item.shown && last === 0}
            onChange={() => onToggle(item.id)}
            label={item.label}
          />
          {item.shown ? (
            <>
              <IconButton
                size="sm"
                label={earlierLabel(item)}
                icon={<ChevronUp />}
                disabled={index === 0}
                onClick={() => onMove(item.id, -1)}
              />
              <IconButton
                size="sm"
                label={laterLabel(item)}
                icon={<ChevronDown />}
                disabled={index === last}
                onClick={() => onMove(item.id, 1)}
              />
            </>
          ) : null}
        </li>
      ))}
    </ul>
  );
};
