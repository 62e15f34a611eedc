import type { ReactNode } from 'react';

/** Pairs of name and value, side by side. */
export const FactList = ({
  facts,
}: {
  facts: readonly { id: string; name: ReactNode; value: ReactNode }[];
}) => (
  <dl className="mt-2 grid grid-cols-[fit-content(50%)_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
    {facts.map(({ id, name, value }) => (
      <div key={id} className="contents">
        <dt className="min-w-16 leading-6 text-subtle [overflow-wrap:anywhere]">{name}</dt>
        <dd className="flex min-h-6 min-w-0 flex-wrap items-center gap-1.5 [overflow-wrap:anywhere]">
          {value}
        </dd>
      </div>
    ))}
  </dl>
);
