import { readFileSync } from 'node:fs';

// imported before a process of the shop: its clock stands as far from the machine's as the file says, in milliseconds
const file = process.env.CLOCK_FILE ?? '';
const REREAD_MS = 5;
const Real = Date;
let offset = 0;
let readAt = Number.NEGATIVE_INFINITY;

function now(): number {
  if (performance.now() - readAt > REREAD_MS) {
    readAt = performance.now();
    offset = Number(readFileSync(file, 'utf8'));
  }
  return Real.now() + offset;
}

if (file)
  globalThis.Date = new Proxy(Real, {
    construct: (target, given, self) =>
      given.length > 0 ? Reflect.construct(target, given, self) : new Real(now()),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
