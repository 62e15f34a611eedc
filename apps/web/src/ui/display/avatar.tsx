import { useState } from 'react';
import { cx } from '../cx.ts';

const tints = [
  'bg-primary-soft text-primary-text',
  'bg-success-soft text-success-text',
  'bg-info-soft text-info-text',
  'bg-warning-soft text-warning-text',
  'bg-secondary-soft text-secondary-text',
] as const;

const sizes = { sm: 'size-6 text-[0.625rem]', md: 'size-8 text-xs', lg: 'size-16 text-xl' };

const getInitials = (name: string) => {
  const words = name.trim().split(/\s+/);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  // a joiner would connect two Arabic initials, so a non-joiner separates them
  return picked.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('\u200c');
};

const pickTint = (name: string) => {
  const sum = [...name].reduce((total, sign) => total + (sign.codePointAt(0) ?? 0), 0);
  return tints[sum % tints.length];
};

export type AvatarProps = {
  name: string;
  src?: string | null | undefined;
  size?: 'sm' | 'md' | 'lg' | undefined;
  className?: string | undefined;
};

/**
 * A person's picture, or initials on a colour that depends on the name; hidden from screen readers, because the name
 * is beside it.
 */
export const Avatar = ({ name, src, size = 'md', className }: AvatarProps) => {
  const [failedSrc, setLacking] = useState<string | null>(null);
  return (
    <span
      aria-hidden="true"
      className={cx(
        'relative inline-grid shrink-0 place-items-center overflow-hidden rounded-full font-medium select-none',
        sizes[size],
        pickTint(name),
        className,
      )}
    >
      {getInitials(name)}
      {src && src !== failedSrc ? (
        <img
          src={src}
          alt=""
          onError={() => setLacking(src)}
          className="absolute inset-0 size-full bg-inherit object-cover"
        />
      ) : null}
    </span>
  );
};
