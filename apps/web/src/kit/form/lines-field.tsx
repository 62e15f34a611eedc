import { ChevronDown, ChevronUp, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Button, cx, IconButton } from '../../ui/index.ts';

export type LinesProps = {
  /** The name of the array in the form. */
  name: string;
  legend: string;
  addLabel: string;
  removeLabel: (index: number) => string;
  /** The values of a new line. */
  fresh: unknown;
  max: number;
  /** The number of lines that cannot be removed. */
  min?: number;
  /** Labels for the buttons that move a line up and down; without them lines cannot be moved. */
  moveLabels?: { earlier: (index: number) => string; later: (index: number) => string };
  /** Beside the button that adds a line. */
  beside?: ReactNode;
  /** The controls of one line; `path` is its name in the form, such as `phones.0`. */
  children: (path: string) => ReactNode;
};

/** The control to focus after the lines change. */
type Target = { line: number; part: string };

/** A field with several lines that are edited in place; the focus moves to an added line. */
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
    // at either end of the list the pressed button disappears, so the other one is focused
    (find(target.part) ?? (target.part.startsWith('[data-move') ? find('[data-move]') : add))?.focus();
  });

  // a new line has no id, so its index is the key
  const entries = lines.map((_, index) => `${name}.${index}`);
  const setLines = (newLines: unknown[]) => setValue(name, newLines, { shouldDirty: true });
  const replace = (next: unknown[], target: Target) => {
    goTo.current = target;
    const wrong = getFieldState(name).invalid;
    setLines(next);
    // the errors are stored by index, and the indexes now belong to other lines
    clearErrors(name);
    if (wrong) void trigger(name);
  };
  const remove = (index: number) =>
    replace(
      lines.filter((_, lineIndex) => lineIndex !== index),
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
              setLines([...lines, structuredClone(fresh)]);
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
