import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Button, IconButton } from '../../ui/index.ts';

export type LinesProps = {
  /** The form's field: an array. */
  name: string;
  legend: string;
  addLabel: string;
  removeLabel: (index: number) => string;
  /** A line as it starts. */
  fresh: unknown;
  max: number;
  /** The controls of one line; `path` is its name in the form: `phones.0`. */
  children: (path: string) => ReactNode;
};

/** A field that holds several lines, each to be edited where it stands. The keyboard follows what is added. */
export const Lines = ({ name, legend, addLabel, removeLabel, fresh, max, children }: LinesProps) => {
  const { setValue, clearErrors, getFieldState, trigger } = useFormContext();
  const lines = (useWatch({ name }) ?? []) as unknown[];
  const box = useRef<HTMLFieldSetElement>(null);
  const goTo = useRef<'last' | number | null>(null);

  useEffect(() => {
    const target = goTo.current;
    goTo.current = null;
    if (target === null) return;
    const items = [...(box.current?.querySelectorAll('li') ?? [])];
    const line = target === 'last' ? items.at(-1) : items[Math.min(target, items.length - 1)];
    const add = box.current?.querySelector<HTMLElement>('[data-add]');
    (line?.querySelector<HTMLElement>(target === 'last' ? 'input' : '[data-remove]') ?? add)?.focus();
  });

  // before it is saved, a line is known by its place only
  const entries = lines.map((_, index) => `${name}.${index}`);
  const put = (next: unknown[]) => setValue(name, next, { shouldDirty: true });
  const remove = (index: number) => {
    goTo.current = index;
    const wrong = getFieldState(name).invalid;
    put(lines.filter((_, at) => at !== index));
    // the messages stood on numbers that now mean other lines
    clearErrors(name);
    if (wrong) void trigger(name);
  };
  return (
    <fieldset ref={box} className="min-w-0">
      <legend className="mb-1 text-sm font-medium text-ink">{legend}</legend>
      <ol className="flex flex-col gap-3">
        {entries.map((path, index) => (
          <li key={path} className="flex items-start gap-2">
            <div className="min-w-0 flex-1">{children(path)}</div>
            <IconButton
              data-remove
              className="mt-6"
              label={removeLabel(index)}
              icon={<Trash2 />}
              onClick={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      {lines.length < max ? (
        <Button
          data-add
          size="sm"
          icon={<Plus />}
          className={lines.length > 0 ? 'mt-3' : ''}
          onClick={() => {
            goTo.current = 'last';
            put([...lines, structuredClone(fresh)]);
          }}
        >
          {addLabel}
        </Button>
      ) : null}
    </fieldset>
  );
};
