import { createElement, type ReactNode } from 'react';

/** Isolates a value in a translated text so that its direction does not affect the sentence. */
export const isolateBidi = (text: string): string => `\u2068${text}\u2069`;

/** Isolates a name that begins with a number or a sign, such as `#12` or a phone; other names stay as they are. */
export const isolateToken = (name: string): string => (/^[#+\d−-]/.test(name) ? isolateBidi(name) : name);

/**
 * Isolates a number, code, phone, date or price inside text of the other direction. Set `dir="ltr"` for values that are
 * always written left to right: phones, codes, addresses.
 */
export const Bdi = ({
  children,
  dir,
  className,
}: {
  children: ReactNode;
  dir?: 'ltr' | 'rtl' | 'auto';
  className?: string;
}) => createElement('bdi', { dir, className }, children);
