export * from './lookup.ts';
export * from './measure.ts';
export * from './overlap.ts';
export { isPinOrLine } from './parse.ts';
export * from './quote.ts';
export * from './read-shape.ts';
export type * from './shape.ts';
export { toShapeRefusal } from './shape.ts';
