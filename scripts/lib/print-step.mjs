const started = Date.now();

/** One line for one step. */
export function printLine(text) {
  console.log(`· ${text}`);
}

/** Runs a step, then says it with the time it took. */
export async function runStep(text, work) {
  const from = Date.now();
  const result = await work();
  printLine(`${text} (${seconds(from)})`);
  return result;
}

/** Seconds since a moment, or since the script began. */
export function seconds(from = started) {
  return `${((Date.now() - from) / 1000).toFixed(1)} s`;
}
