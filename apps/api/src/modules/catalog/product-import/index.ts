export { list, rows, show } from './import.read.ts';
export { cancel, start, startPrices } from './import.start.ts';
export { undo } from './import.undo.ts';
