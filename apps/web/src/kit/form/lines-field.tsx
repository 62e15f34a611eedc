import { ChevronDown, ChevronUp, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Button, cx, IconButton } from '../../ui/index.ts';

export type LinesProps = {
  /** The form's field: an array. */
  name: string;
  legend: string;
  addLabel: string;
  removeLabel: (index: number) => string;
  /** A line as it starts. */
  fresh: unknown;
  max: number;
  /** So many lines stay: the last of them cannot be removed. */
  min?: number;
  /** With names for the buttons, lines can be moved up and down. */
  moveLabels?: { earlier: (index: number) => string; later: (index: number) => string };
  /** Beside the button that adds a line. */
  beside?: ReactNode;
  /** The controls of one line; `path` is its name in the form: `phones.0`. */
  children: (path: string) => ReactNode;
};

/** Where the focus goes after the lines have changed. */
type Target = { line: number; part: string };

/** A field that holds several lines, each to be edited where it stands. The keyboard follows what is added. */
export const LinesField = (props: LinesProps) => {
  const { name, legend, addLabel, removeLabel, fresh, max, min = 0, moveLabels, beside, children } = props;
  const { setValue, clearErrors, getFieldState, trigger } = useFormContext();
  const lines = (useWatch({ name }) ?? []) as unknown[];
  const box = useRef<HTMLFieldSetElement>(null);
  const goTo = useRef<Target | null>(null);

  useEffect(() => {
    const target = goTo.current;
    goTo.current = null;
    if (target === null) return;
    const items = [...(box.current?.querySelectorAll('li') ?? [])];
    const line = items[Math.min(target.line, items.length - 1)];
    const find = (part: string) => line?.querySelector<HTMLElement>(`${part}:not(:disabled)`);
    const add = box.current?.querySelector<HTMLElement>('[data-add]');
    // at either end of the list the button that was pressed is gone, its sister is not
    (find(target.part) ?? (target.part.startsWith('[data-move') ? find('[data-move]') : add))?.focus();
  });

  // before it is saved, a line is known by its place only
  const entries = lines.map((_, index) => `${name}.${index}`);
  const put = (next: unknown[]) => setValue(name, next, { shouldDirty: true });
  const replace = (next: unknown[], target: Target) => {
    goTo.current = target;
    const wrong = getFieldState(name).invalid;
    put(next);
    // the messages stood on numbers that now mean other lines
    clearErrors(name);
    if (wrong) void trigger(name);
  };
  const remove = (index: number) =>
    replace(
      lines.filter((_, at) => at !== index),
      { line: index, part: '[data-remove]' },
    );
  const move = (index: number, by: 1 | -1) => {
    const next = [...lines];
    [next[index], next[index + by]] = [next[index + by], next[index]];
    replace(next, { line: index + by, part: `[data-move="${by}"]` });
  };
  return (
    <fieldset ref={box} className="min-w-0">
      <legend className="mb-1 text-sm font-medium text-ink">{legend}</legend>
      <ol className="flex flex-col gap-3">
        {entries.map((path, index) => (
          <li key={path} className="flex items-start gap-2">
            <div className="min-w-0 flex-1">{children(path)}</div>
            {moveLabels && lines.length > 1 ? (
              <span className="mt-6 flex">
                <IconButton
                  data-move="-1"
                  size="sm"
                  className="h-control"
                  label={moveLabels.earlier(index)}
                  icon={<ChevronUp />}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                />
                <IconButton
                  data-move="1"
                  size="sm"
                  className="h-control"
                  label={moveLabels.later(index)}
                  icon={<ChevronDown />}
                  disabled={index === lines.length - 1}
                  onClick={() => move(index, 1)}
                />
              </span>
            ) : null}
            {lines.length > min ? (
              <IconButton
                data-remove
                className="mt-6"
                label={removeLabel(index)}
                icon={<Trash2 />}
                onClick={() => remove(index)}
              />
            ) : null}
          </li>
        ))}
      </ol>
      <div className={cx('flex flex-wrap items-center gap-x-4 gap-y-2', lines.length > 0 && 'mt-3')}>
        {lines.length < max ? (
          <Button
            data-add
            size="sm"
            icon={<Plus />}
            onClick={() => {
              goTo.current = { line: lines.length, part: 'input' };
              put([...lines, structuredClone(fresh)]);
            }}
          >
            {addLabel}
          </Button>
        ) : null}
        {beside}
      </div>
    </fieldset>
  );
};
