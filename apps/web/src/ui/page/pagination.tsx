import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Select } from '../choice/select.tsx';
import { cx } from '../cx.ts';
import { IconButton } from '../icon-button.tsx';

export type PaginationLabels = {
  /** The label of the navigation, such as 'Pages'. */
  nav: string;
  previous: string;
  next: string;
  perPage: string;
  /** The label of a page's button, such as 'Page 4'. */
  page: (page: number) => string;
  /** Formats a number with the user's digits. */
  number: (value: number) => string;
};

export type PaginationProps = {
  page: number;
  lastPage: number;
  onPage: (page: number) => void;
  perPage: number;
  perPageOptions: readonly number[];
  onPerPage: (perPage: number) => void;
  /** '21–40 of 4,312', written by the caller. */
  summary: ReactNode;
  labels: PaginationLabels;
};

/** Returns the page numbers to show: the first, the last, the ones around the current page; null is a gap. */
export const listPageNumbers = (page: number, lastPage: number): (number | null)[] => {
  const candidates = [1, page - 1, page, page + 1, lastPage]
    .concat(
      page <= 3 ? [2, 3, 4] : [],
      page >= lastPage - 2 ? [lastPage - 3, lastPage - 2, lastPage - 1] : [],
    )
    .filter((pageNumber) => pageNumber >= 1 && pageNumber <= lastPage);
  const pages = [...new Set(candidates)].sort((a, b) => a - b);
  return pages.flatMap((pageNumber, index) => {
    const previous = pages[index - 1] ?? pageNumber - 1;
    // a gap of one page shows that page
    if (pageNumber - previous === 2) return [pageNumber - 1, pageNumber];
    return pageNumber - previous > 2 ? [null, pageNumber] : [pageNumber];
  });
};

/** The position in a list, with buttons to its other pages. */
export const Pagination = ({
  page,
  lastPage,
  onPage,
  perPage,
  perPageOptions,
  onPerPage,
  summary,
  labels,
}: PaginationProps) => (
  <nav
    aria-label={labels.nav}
    className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm text-muted print:hidden"
  >
    <div className="flex items-center gap-3">
      <Select
        size="sm"
        className="w-auto"
        aria-label={labels.perPage}
        value={String(perPage)}
        onChange={(next) => onPerPage(Number(next))}
        options={perPageOptions.map((count) => ({ value: String(count), label: labels.number(count) }))}
      />
      <span role="status" className="tabular">
        {summary}
      </span>
    </div>
    <div className="flex items-center gap-0.5">
      <IconButton
        size="sm"
        label={labels.previous}
        icon={<ChevronLeft className="rtl:-scale-x-100" />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <ol className="flex items-center gap-0.5 max-sm:hidden">
        {listPageNumbers(page, lastPage).map((pageNumber, index) => (
          <li key={pageNumber ?? `gap-${index}`}>
            {pageNumber === null ? (
              <span aria-hidden="true" className="grid min-w-control-sm place-items-center">
                …
              </span>
            ) : (
              <button
                type="button"
                aria-label={labels.page(pageNumber)}
                aria-current={pageNumber === page ? 'page' : undefined}
                onClick={() => onPage(pageNumber)}
                className={cx(
                  'grid min-h-control-sm min-w-control-sm place-items-center rounded-md px-1.5 tabular hover:bg-hover',
                  pageNumber === page && 'bg-secondary-soft font-medium text-ink',
                )}
              >
                {labels.number(pageNumber)}
              </button>
            )}
          </li>
        ))}
      </ol>
      <span className="px-2 tabular sm:hidden">
        <bdi>{labels.number(page)}</bdi> / <bdi>{labels.number(lastPage)}</bdi>
      </span>
      <IconButton
        size="sm"
        label={labels.next}
        icon={<ChevronRight className="rtl:-scale-x-100" />}
        disabled={page >= lastPage}
        onClick={() => onPage(page + 1)}
      />
    </div>
  </nav>
);
