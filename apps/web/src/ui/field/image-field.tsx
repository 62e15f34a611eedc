import { ImageUp, Trash2 } from 'lucide-react';
import { Button } from '../button.tsx';
import { useField } from './field.tsx';
import { FileDrop, type FileDropProps, useFilePick } from './file-drop.tsx';

export type ImageFieldProps = FileDropProps & {
  /** The URL of the current picture (stored, or an object URL of the picked one). */
  src: string | null;
  /** The picture's description for screen readers. */
  alt: string;
  onRemove: () => void;
  removeLabel: string;
  replaceLabel: string;
};

/** One picture: pick or drop, preview, replace, remove. */
export const ImageField = ({ src, alt, onRemove, removeLabel, replaceLabel, ...drop }: ImageFieldProps) => {
  const { 'aria-required': _, ...fieldProps } = useField({ id: drop.id });
  const { input, pick } = useFilePick(drop);
  if (!src) return <FileDrop icon={<ImageUp />} {...drop} />;
  return (
    <div className="flex items-center gap-4">
      {input}
      <img
        src={src}
        alt={alt}
        className="size-20 shrink-0 rounded-lg border border-line bg-sunken object-contain"
      />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
        <Button {...fieldProps} onClick={pick} disabled={drop.disabled}>
          {replaceLabel}
        </Button>
        <Button variant="ghost" icon={<Trash2 />} onClick={onRemove} disabled={drop.disabled}>
          {removeLabel}
        </Button>
      </div>
    </div>
  );
};
