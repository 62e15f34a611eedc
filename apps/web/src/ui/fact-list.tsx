import type { ReactNode } from 'react';

/** Pairs of name and value, side by side. */
export const FactList = ({
  facts,
}: {
  facts: readonly { id: string; name: ReactNode; value: ReactNode }[];
}) => (
  <dl className="mt-2 grid grid-cols-[minmax(4rem,max-content)_1fr] gap-x-3 gap-y-1 text-sm">
    {facts.map(({ id, name, value }) => (
      <div key={id} className="contents">
        <dt className="leading-6 text-subtle">{name}</dt>
        <dd className="flex min-h-6 min-w-0 flex-wrap items-center gap-1.5 [overflow-wrap:anywhere]">
          {value}
        </dd>
      </div>
    ))}
  </dl>
);
