import { Minus, Plus } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useScanInInput } from '../../../shared/use-scan-in-input.ts';
import { IconButton, NumberInput } from '../../../ui/index.ts';
import { parseQuantity, stepQuantity } from './quantity.ts';

export type QuantityBoxProps = {
  label: string;
  text: string;
  stepper: number;
  wrong: boolean;
  onText: (text: string) => void;
  onScan: (barcode: string) => void;
  onRemove: () => void;
  /** Called for Enter and Escape, which lead back to the item search. */
  onEnd: () => void;
  /** Moves to the line above or below. */
  onMove: (by: 1 | -1) => void;
};

/**
 * The quantity of a line: digits replace it, plus and minus change it by the sales unit, Delete removes the line, Enter
 * returns to the search, and a letter starts a search. A scan is detected, and its digits are removed.
 */
export const QuantityBox = (props: QuantityBoxProps) => {
  const { label, text, stepper, wrong, onText } = props;
  const { t } = useTranslation('order');
  const read = useScanInInput(onText, props.onScan);
  const step = (by: 1 | -1) => onText(stepQuantity(text, stepper, by));
  const hear = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const { key } = event;
    const reading = read(event);
    if (reading === 'scan') return;
    const ways = new Map([
      ['+', () => step(1)],
      ['=', () => step(1)],
      ['-', () => step(-1)],
      ['ArrowUp', () => props.onMove(-1)],
      ['ArrowDown', () => props.onMove(1)],
      ['Delete', props.onRemove],
      ['Enter', props.onEnd],
      ['Escape', props.onEnd],
    ]);
    const way = ways.get(key);
    if (way) {
      event.preventDefault();
      way();
    } else if (/^\p{L}$/u.test(key) && reading !== 'burst') {
      // moves the focus first, so that the letter is typed into the search
      props.onEnd();
    }
  };
  const quantity = parseQuantity(text, stepper);
  return (
    <span className="inline-flex items-center gap-0.5">
      <IconButton
        size="sm"
        label={t('make.less', { title: label })}
        icon={<Minus />}
        tabIndex={-1}
        disabled={quantity !== null && quantity <= stepper}
        onClick={() => step(-1)}
      />
      <NumberInput
        aria-label={t('make.quantity_of', { title: label })}
        className="w-16! px-1! text-center!"
        data-quantity=""
        value={text}
        {...(wrong || quantity === null ? { 'aria-invalid': true } : {})}
        onChange={onText}
        onFocus={(event) => event.target.select()}
        onKeyDown={hear}
      />
      <IconButton
        size="sm"
        label={t('make.more', { title: label })}
        icon={<Plus />}
        tabIndex={-1}
        onClick={() => step(1)}
      />
    </span>
  );
};
