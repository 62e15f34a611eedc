import { useState } from 'react';

export const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);

const FIGURE = /^-?\d+(\.\d+)?$/;
const figureOf = (typed: string): unknown =>
  FIGURE.test(typed.trim()) ? Number(typed) : typed.trim() || null;

/**
 * The text of a figure's box: what is typed stays as typed; a number reaches the form once it is one, else the
 * text, which is refused.
 */
export function useFigureText(
  value: unknown,
  onChange: (value: unknown) => void,
): [string, (typed: string) => void] {
  const [text, setText] = useState(textOf(value));
  const type = (typed: string) => {
    setText(typed);
    onChange(figureOf(typed));
  };
  // the form was reset or restored: what stands here is no longer what it holds
  return [figureOf(text) === (value ?? null) ? text : textOf(value), type];
}

/** One of several parts in view, the first to begin with; a part that is wrong comes into view by itself. */
export function useWrongFirst<T extends string>(
  parts: readonly T[],
  wrong: readonly string[],
): [T | undefined, (part: T) => void] {
  const [chosen, setChosen] = useState(parts[0]);
  const [seen, setSeen] = useState('');
  if (wrong.join() !== seen) {
    setSeen(wrong.join());
    const first = parts.find((part) => wrong.includes(part));
    if (first && !wrong.includes(chosen ?? '')) setChosen(first);
  }
  return [chosen, setChosen];
}
