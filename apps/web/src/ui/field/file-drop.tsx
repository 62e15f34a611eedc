import { FileUp } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { useField } from './field.tsx';

export type FileRules = {
  /** The input's `accept`: types (`image/png`, `image/*`) and extensions (`.xlsx`). */
  accept: string;
  /** The largest file in KB (1,024 bytes). */
  maxKb: number;
  onFile: (file: File) => void;
  /** Called instead of `onFile` for a refused file; the caller shows the message. */
  onRefuse: (reason: 'type' | 'size', file: File) => void;
  disabled?: boolean | undefined;
  /** Several files at once; `onFile` is called for each. */
  multiple?: boolean | undefined;
};

const isAccepted = (accept: string, file: File) =>
  accept.split(',').some((part) => {
    const rule = part.trim().toLowerCase();
    if (rule.startsWith('.')) return file.name.toLowerCase().endsWith(rule);
    return rule.endsWith('/*') ? file.type.startsWith(rule.slice(0, -1)) : file.type === rule;
  });

/** Returns a hidden file input that checks type and size before the caller receives a file. The server checks again. */
export const useFilePick = ({ accept, maxKb, onFile, onRefuse, disabled, multiple = false }: FileRules) => {
  const picker = useRef<HTMLInputElement>(null);
  const take = (files: Iterable<File> | null | undefined) => {
    const pickedFiles = disabled ? [] : [...(files ?? [])];
    for (const file of multiple ? pickedFiles : pickedFiles.slice(0, 1)) {
      if (!isAccepted(accept, file)) onRefuse('type', file);
      else if (file.size > maxKb * 1024) onRefuse('size', file);
      else onFile(file);
    }
  };
  const input = (
    <input
      ref={picker}
      type="file"
      accept={accept}
      multiple={multiple}
      className="hidden"
      onChange={(event) => {
        take(event.target.files);
        // allows picking the same file again after it was removed
        event.target.value = '';
      }}
    />
  );
  return { input, take, pick: () => picker.current?.click() };
};

export type FileDropProps = FileRules & {
  /** The label of the area, which is a button. */
  label: ReactNode;
  hint?: ReactNode;
  icon?: ReactNode;
  id?: string | undefined;
  className?: string | undefined;
};

/** Picks or drops one or several files. */
export const FileDrop = ({ label, hint, icon, id, className, ...rules }: FileDropProps) => {
  const generatedId = useId();
  // a button cannot be required; the label's mark and the error show it
  const { 'aria-required': _, ...fieldProps } = useField({ id });
  const { input, take, pick } = useFilePick(rules);
  const [over, setOver] = useState(false);
  const drag = (on: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(on);
  };
  return (
    <div className={className}>
      {input}
      <button
        {...fieldProps}
        id={fieldProps.id ?? generatedId}
        type="button"
        disabled={rules.disabled}
        onClick={pick}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          take(event.dataTransfer.files);
        }}
        className={cx(
          'flex w-full flex-col items-center justify-center gap-1 rounded-lg border border-dashed px-4 py-5 text-center',
          'transition-colors duration-100 hover:border-primary hover:bg-primary-soft disabled:opacity-50',
          'aria-invalid:border-danger-solid [&_svg]:size-5',
          over ? 'border-primary bg-primary-soft' : 'border-line-strong',
        )}
      >
        <span aria-hidden="true" className="text-subtle">
          {icon ?? <FileUp />}
        </span>
        <span className="text-base font-medium text-primary-text">{label}</span>
        {hint ? <span className="text-sm text-subtle">{hint}</span> : null}
      </button>
    </div>
  );
};
