// Not exported by index.ts: the app shell loads this file with cmdk when the palette is first opened.
import * as Radix from '@radix-ui/react-dialog';
import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { Spinner } from '../display/spinner.tsx';
import { lineShape } from '../menu/menu.tsx';
import { getTokenDirection } from '../text-input/text-direction.ts';
import { overlayClass } from './dialog.tsx';
import { useReturnFocus } from './focus-back.ts';

export type CommandEntry = {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  icon?: ReactNode;
  /** At the end of the line, such as a shortcut or a kind. */
  aside?: ReactNode;
  onSelect: () => void;
};

export type CommandDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The palette's name for screen readers. */
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  /**
   * Already searched and ranked by the caller, which knows Arabic letter forms and permissions. The first entry is the
   * best match; it is highlighted until the user moves to another one.
   */
  groups: readonly { heading: string; entries: readonly CommandEntry[] }[];
  emptyText: string;
  /** True while more entries are being loaded. */
  loading?: boolean | undefined;
  /** True when the first entry is certainly the one the user means, so that Enter does not wait for more entries. */
  isSure?: boolean | undefined;
  footer?: ReactNode;
};

/** Finds pages, actions and records by name. */
export const CommandDialog = ({
  open,
  onOpenChange,
  label,
  placeholder,
  text,
  onText,
  groups,
  emptyText,
  loading = false,
  isSure = true,
  footer,
}: CommandDialogProps) => {
  const focus = useReturnFocus();
  const filled = groups.filter((group) => group.entries.length > 0);
  const entries = filled.flatMap((group) => group.entries);
  const highlight = useHighlight(entries, text, loading && !isSure);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          aria-describedby={undefined}
          {...focus}
          className="fixed inset-x-0 top-[12dvh] z-40 mx-auto w-[calc(100%-2rem)] max-w-xl overflow-hidden rounded-xl bg-raised shadow-lg outline-none data-[state=open]:animate-in data-[state=closed]:animate-out"
        >
          <Radix.Title className="sr-only">{label}</Radix.Title>
          <Command shouldFilter={false} loop label={label} {...highlight.command}>
            <div className="flex items-center gap-2.5 border-b border-line px-4 text-subtle">
              {loading ? <Spinner /> : <Search aria-hidden="true" className="size-4" />}
              <Command.Input
                value={text}
                onValueChange={onText}
                placeholder={placeholder}
                dir={getTokenDirection(text)}
                className="h-12 min-w-0 flex-1 bg-transparent text-lg text-ink outline-none rtl:[&[dir=ltr]]:text-end"
              />
            </div>
            <Command.List
              label={label}
              onPointerMoveCapture={highlight.follow}
              className="max-h-[min(60dvh,26rem)] overflow-y-auto p-1.5"
            >
              {filled.length === 0 && !loading ? (
                <p role="status" className="px-3 py-8 text-center text-base text-subtle">
                  {emptyText}
                </p>
              ) : null}
              {filled.map((group) => (
                <Command.Group
                  key={group.heading}
                  heading={group.heading}
                  className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-subtle"
                >
                  {group.entries.map((entry) => (
                    <Command.Item
                      key={entry.id}
                      value={entry.id}
                      onSelect={entry.onSelect}
                      className={cx(
                        lineShape,
                        'min-h-control data-[selected=true]:bg-hover [&_svg]:text-subtle',
                      )}
                    >
                      {entry.icon}
                      <span className="min-w-0 flex-1 truncate">
                        {entry.label}
                        {entry.hint ? <span className="ms-2 text-sm text-subtle">{entry.hint}</span> : null}
                      </span>
                      {entry.aside ? <span className="text-sm text-subtle">{entry.aside}</span> : null}
                    </Command.Item>
                  ))}
                </Command.Group>
              ))}
            </Command.List>
            {footer ? (
              <div className="border-t border-line px-4 py-2 text-sm text-subtle">{footer}</div>
            ) : null}
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
};

const MOVING_KEYS = ['ArrowDown', 'ArrowUp', 'Home', 'End'];

/**
 * Highlights the first entry, even as more arrive, until the user moves to another. Enter pressed before the entries
 * have arrived opens the best one as soon as they are there.
 */
function useHighlight(entries: readonly CommandEntry[], text: string, isWaiting: boolean) {
  const [chosen, setChosen] = useState<{ text: string; id: string } | null>(null);
  /**
   * The search text for which the user has moved the highlight; needed because cmdk also selects the first entry by
   * itself.
   */
  const movedFor = useRef<string | null>(null);
  const [isEnterPending, setEnterPending] = useState(false);
  const isChosen = chosen?.text === text && entries.some(({ id }) => id === chosen.id);
  const value = isChosen ? chosen.id : (entries[0]?.id ?? '');
  const follow = () => {
    movedFor.current = text;
  };
  const openBest = useEffectEvent(() => {
    setEnterPending(false);
    entries[0]?.onSelect();
  });
  useEffect(() => {
    if (isEnterPending && !isWaiting) openBest();
  }, [isEnterPending, isWaiting]);
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (MOVING_KEYS.includes(event.key)) follow();
    if (event.key !== 'Enter') return setEnterPending(false);
    if (!isWaiting || isChosen || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    setEnterPending(true);
  };
  const onValueChange = (next: string) => {
    if (movedFor.current === text) setChosen({ text, id: next });
  };
  return { command: { value, onValueChange, onKeyDownCapture }, follow };
}
