// Not exported by index.ts: whoever shows such a list loads this file with cmdk when it is first opened.
import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { lineShape } from '../menu/menu.tsx';
import { getTokenDirection } from '../text-input/text-direction.ts';

export type SearchListProps = {
  /** The accessible name of the box and of the list. */
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  /** Entries, already searched by the caller. */
  children: ReactNode;
};

/** A box to type in and a list of what matches, moved through by the arrow keys; Enter takes the highlighted entry. */
export const SearchList = ({ label, placeholder, text, onText, children }: SearchListProps) => (
  <Command shouldFilter={false} loop label={label}>
    <div className="flex items-center gap-2 border-b border-line px-3 text-subtle">
      <Search aria-hidden="true" className="size-4 shrink-0" />
      <Command.Input
        autoFocus
        value={text}
        onValueChange={onText}
        placeholder={placeholder}
        maxLength={200}
        dir={getTokenDirection(text)}
        className="h-10 min-w-0 flex-1 bg-transparent text-base text-ink outline-none rtl:[&[dir=ltr]]:text-end"
      />
    </div>
    <Command.List label={label} className="max-h-80 overflow-y-auto p-1">
      {children}
    </Command.List>
  </Command>
);

type SearchEntryProps = { id: string; aside?: ReactNode; onSelect: () => void; children: ReactNode };

export const SearchEntry = ({ id, aside, onSelect, children }: SearchEntryProps) => (
  <Command.Item
    value={id}
    onSelect={onSelect}
    className={cx(lineShape, 'data-[selected=true]:bg-hover max-md:min-h-11 [&_svg]:text-subtle')}
  >
    <span className="min-w-0 flex-1 truncate">{children}</span>
    {aside}
  </Command.Item>
);

/** Shown while no entry matches. */
export const SearchNothing = ({ children }: { children: ReactNode }) => (
  <Command.Empty className="px-2 py-6 text-center text-base text-subtle">{children}</Command.Empty>
);
