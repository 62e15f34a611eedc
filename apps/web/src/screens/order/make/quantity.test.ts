import { expect, it } from 'vitest';
import { fitting, quantityOf, stepped } from './quantity.ts';

it('a quantity is a whole number of the steps that the product is sold in', () => {
  expect(quantityOf('3', 1)).toBe(3);
  expect(quantityOf(' 0.75 ', 0.25)).toBe(0.75);
  expect(quantityOf('0,75', 0.25)).toBe(0.75);
  expect(quantityOf('0.3', 0.25)).toBeNull();
  expect(quantityOf('1.5', 1)).toBeNull();
  // 0.1 + 0.2 is no excuse
  expect(quantityOf('0.3', 0.1)).toBe(0.3);
});

it('nothing, less than nothing and words are no quantity', () => {
  for (const text of ['', '0', '-2', 'two', '1e3', '1,000', '0.0001']) expect(quantityOf(text, 1)).toBeNull();
});

it('plus and minus go along the steps and stop at one of them', () => {
  expect(stepped('1', 1, 1)).toBe('2');
  expect(stepped('0.25', 0.25, 1)).toBe('0.5');
  expect(stepped('0.5', 0.25, -1)).toBe('0.25');
  expect(stepped('0.25', 0.25, -1)).toBe('0.25');
  expect(stepped('1', 1, -1)).toBe('1');
  expect(stepped('', 0.25, 1)).toBe('0.25');
});

it('from between two steps they lead to the next one', () => {
  expect(stepped('0.3', 0.25, 1)).toBe('0.5');
  expect(stepped('0.3', 0.25, -1)).toBe('0.25');
});

it('what is there is offered in whole steps', () => {
  expect(fitting(7.9, 1)).toBe(7);
  expect(fitting(0.6, 0.25)).toBe(0.5);
  expect(fitting(0.2, 0.25)).toBe(0);
  expect(fitting(-3, 1)).toBe(0);
});
