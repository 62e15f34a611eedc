import { ChevronDown } from 'lucide-react';
import { type ComponentProps, Fragment, type ReactNode } from 'react';
import { lazyChunk } from '../../lib/server/lazy-chunk.ts';
import { LazyMenu } from '../../ui/index.ts';

const loadMenu = () => import('./slot-menu.tsx');
const SlotMenu = lazyChunk(loadMenu);

/** A private-use character that marks the slots in a translated sentence, whose order differs between languages. */
const MARK = '\uE000';

/** Returns the marks to pass to a translation as values of its slots. */
export const createSlotPlaceholders = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, `${MARK}${name}${MARK}`]));

/** Renders a translated sentence with elements in its slots, in the order of the language. */
export const Slotted = ({ text, slots }: { text: string; slots: Readonly<Record<string, ReactNode>> }) =>
  text.split(MARK).map((part, at) =>
    // texts and slots alternate
    at % 2 === 1 ? <Fragment key={part}>{slots[part]}</Fragment> : part,
  );

/** A word of the report's question that opens the alternatives. */
export const SlotButton = ({ children, ...rest }: ComponentProps<'button'> & { children: ReactNode }) => (
  <button
    type="button"
    {...rest}
    className="hit inline-flex max-w-full items-baseline gap-0.5 rounded-sm border-b border-dashed border-line-strong text-start font-semibold text-ink hover:border-primary hover:text-primary-text data-[state=open]:text-primary-text"
  >
    <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    <ChevronDown aria-hidden="true" className="size-3.5 shrink-0 self-center text-subtle print:hidden" />
  </button>
);

type SlotProps<V extends string> = {
  name: string;
  value: V;
  options: readonly { value: V; label: ReactNode }[];
  onChange: (value: V) => void;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
};

/** A slot with a few choices; a slot with only one choice is plain text. */
export function PhraseSlot<V extends string>({ name, value, options, onChange, ...opening }: SlotProps<V>) {
  const selectedLabel = options.find((option) => option.value === value)?.label ?? value;
  if (options.length < 2) return <span className="font-semibold text-ink">{selectedLabel}</span>;
  return (
    <LazyMenu
      trigger={<SlotButton>{selectedLabel}</SlotButton>}
      load={loadMenu}
      menu={(near) => (
        <SlotMenu
          {...near}
          name={name}
          value={value}
          options={options}
          onChange={(next) => onChange(next as V)}
        />
      )}
      {...opening}
    />
  );
}
