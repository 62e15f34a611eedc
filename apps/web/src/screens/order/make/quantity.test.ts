import { expect, it } from 'vitest';
import { floorToStep, parseQuantity, stepQuantity } from './quantity.ts';

it("a quantity is a whole number of the product's steps", () => {
  expect(parseQuantity('3', 1)).toBe(3);
  expect(parseQuantity(' 0.75 ', 0.25)).toBe(0.75);
  expect(parseQuantity('0,75', 0.25)).toBe(0.75);
  expect(parseQuantity('0.3', 0.25)).toBeNull();
  expect(parseQuantity('1.5', 1)).toBeNull();
  // floating-point rounding must not matter
  expect(parseQuantity('0.3', 0.1)).toBe(0.3);
});

it('an empty, zero or negative quantity and words are invalid', () => {
  for (const text of ['', '0', '-2', 'two', '1e3', '1,000', '0.0001'])
    expect(parseQuantity(text, 1)).toBeNull();
});

it('plus and minus follow the steps and stop at one step', () => {
  expect(stepQuantity('1', 1, 1)).toBe('2');
  expect(stepQuantity('0.25', 0.25, 1)).toBe('0.5');
  expect(stepQuantity('0.5', 0.25, -1)).toBe('0.25');
  expect(stepQuantity('0.25', 0.25, -1)).toBe('0.25');
  expect(stepQuantity('1', 1, -1)).toBe('1');
  expect(stepQuantity('', 0.25, 1)).toBe('0.25');
});

it('plus and minus go from between two steps to the next one', () => {
  expect(stepQuantity('0.3', 0.25, 1)).toBe('0.5');
  expect(stepQuantity('0.3', 0.25, -1)).toBe('0.25');
});

it('available stock is suggested in whole steps', () => {
  expect(floorToStep(7.9, 1)).toBe(7);
  expect(floorToStep(0.6, 0.25)).toBe(0.5);
  expect(floorToStep(0.2, 0.25)).toBe(0);
  expect(floorToStep(-3, 1)).toBe(0);
});
