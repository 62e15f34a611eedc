import { Check } from 'lucide-react';
import { Popover } from 'radix-ui';
import {
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { cx } from '../cx.ts';
import { Spinner } from '../display/spinner.tsx';
import { floatClass } from '../menu/menu.tsx';
import { MatchContext, usePortalContainer } from '../overlay/portal-provider.tsx';

export type ComboboxOption = {
  value: string;
  label: string;
  /** A second line, such as the code, phone or stock. */
  hint?: ReactNode;
  disabled?: boolean | undefined;
};

/** The props of both comboboxes. */
export type ComboboxShared<O extends ComboboxOption> = {
  options: readonly O[];
  /** Called with '' when the list opens and with every change; without it the given options are filtered. */
  onSearch?: ((text: string) => void) | undefined;
  /** True while the list still shows the options of an earlier search. */
  loading?: boolean | undefined;
  /** Shown when no option matches. */
  emptyText: string;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  id?: string | undefined;
  'aria-label'?: string | undefined;
};

/** Manages a list under a text box: keyboard, open, typed and active states. */
export const useComboboxList = <O extends ComboboxOption>(
  allOptions: readonly O[],
  onSearch: ((text: string) => void) | undefined,
  loading: boolean,
  pick: (option: O) => void,
) => {
  const listId = useId();
  const box = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  /** The text typed since opening; null shows the selected value. */
  const [text, setText] = useState<string | null>(null);
  const [activeIndex, setActiveIndex] = useState(0);
  /** Enter was pressed before the answer arrived, so the first match of the new answer is selected. */
  const [isEnterPending, setEnterPending] = useState(false);

  const hasTypedWords = use(MatchContext);
  const searchText = (text ?? '').trim();
  const options =
    onSearch || !searchText
      ? allOptions
      : allOptions.filter((option) => hasTypedWords(option.label, searchText));
  const active = options[Math.min(activeIndex, options.length - 1)];

  const show = (next: boolean) => {
    if (next === open) return;
    setOpen(next);
    setText(null);
    setActiveIndex(0);
    setEnterPending(false);
    if (next) onSearch?.('');
  };
  const type = (next: string) => {
    setOpen(true);
    setText(next);
    setActiveIndex(0);
    setEnterPending(false);
    onSearch?.(next);
  };
  const choose = (option: O | undefined) => {
    if (option && !option.disabled) pick(option);
  };
  const selectFirst = useEffectEvent(() => {
    setEnterPending(false);
    choose(options[0]);
  });
  useEffect(() => {
    if (isEnterPending && !loading) selectFirst();
  }, [isEnterPending, loading]);
  /** Moves to the next enabled option; stops at the ends. */
  const step = (from: number, by: 1 | -1) => {
    let next = from;
    while (options[next]?.disabled) next += by;
    if (options[next]) setActiveIndex(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const last = options.length - 1;
    // the start index of each key, and the direction in which it skips disabled options
    const moves: Record<string, readonly [number, 1 | -1]> = {
      ArrowDown: [Math.min(activeIndex + 1, last), 1],
      ArrowUp: [Math.max(activeIndex - 1, 0), -1],
      PageDown: [Math.min(activeIndex + 8, last), -1],
      PageUp: [Math.max(activeIndex - 8, 0), 1],
    };
    const move = moves[event.key];
    if (move) {
      event.preventDefault();
      setEnterPending(false);
      if (open) step(...move);
      else show(true);
    } else if (event.key === 'Enter' && open) {
      // the list handles Enter, so that selecting never submits the form
      event.preventDefault();
      if (loading && text && activeIndex === 0) setEnterPending(true);
      else choose(active);
    } else if (event.key === 'Tab') {
      show(false);
    }
  };
  const inputProps = {
    ref: box,
    role: 'combobox' as const,
    autoComplete: 'off',
    'aria-autocomplete': 'list' as const,
    'aria-expanded': open,
    'aria-controls': open ? listId : undefined,
    'aria-activedescendant': open && active ? `${listId}-${active.value}` : undefined,
    onKeyDown,
    onClick: () => show(true),
    onBlur: () => show(false),
  };
  return {
    listId,
    box,
    open,
    show,
    text,
    setText,
    type,
    options,
    active,
    setAt: setActiveIndex,
    choose,
    inputProps,
  };
};

/** The list under the box. The focus stays in the box; the pointer and the keys move the active option. */
export const ComboboxPanel = <O extends ComboboxOption>({
  list,
  isSelected,
  loading,
  emptyText,
  children,
}: {
  list: ReturnType<typeof useComboboxList<O>>;
  isSelected: (option: O) => boolean;
  loading?: boolean | undefined;
  emptyText: string;
  /** The text box. */
  children: ReactNode;
}) => {
  const layer = usePortalContainer();
  return (
    <Popover.Root open={list.open} onOpenChange={list.show}>
      <Popover.Anchor asChild>{children}</Popover.Anchor>
      <Popover.Portal container={layer}>
        <Popover.Content
          role="presentation"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onFocusOutside={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          className={cx(floatClass, 'w-(--radix-popover-trigger-width) min-w-48')}
        >
          <OptionList list={list} isSelected={isSelected} />
          {list.options.length === 0 ? (
            <div role="status" className="flex items-center gap-2 px-3 py-2.5 text-base text-subtle">
              {loading ? <Spinner /> : emptyText}
            </div>
          ) : null}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
};

const OptionList = <O extends ComboboxOption>({
  list,
  isSelected,
}: {
  list: ReturnType<typeof useComboboxList<O>>;
  isSelected: (option: O) => boolean;
}) => {
  const { active, listId } = list;
  const activeId = active && `${listId}-${active.value}`;
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div
      id={listId}
      role="listbox"
      className={cx('max-h-72 overflow-y-auto', list.options.length > 0 && 'p-1')}
    >
      {list.options.map((option, index) => (
        <button
          type="button"
          key={option.value}
          id={`${listId}-${option.value}`}
          role="option"
          tabIndex={-1}
          aria-selected={isSelected(option)}
          aria-disabled={option.disabled || undefined}
          onMouseMove={() => list.setAt(index)}
          onClick={() => list.choose(option)}
          className={cx(
            'flex min-h-control-sm w-full items-center gap-2 rounded-md px-2 py-1 text-start text-base',
            option === active && 'bg-hover',
            option.disabled && 'opacity-50',
          )}
        >
          <span className="min-w-0 flex-1">
            {/* cut at its own end, whichever way the page is written */}
            <span className="flex">
              <span dir="auto" className="min-w-0 truncate">
                {option.label}
              </span>
            </span>
            {option.hint ? (
              <span className="block truncate text-sm text-subtle">
                <bdi>{option.hint}</bdi>
              </span>
            ) : null}
          </span>
          {isSelected(option) ? (
            <Check aria-hidden="true" className="size-4 shrink-0 text-primary-text" />
          ) : null}
        </button>
      ))}
    </div>
  );
};
