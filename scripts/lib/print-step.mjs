const started = Date.now();

/** Prints a line about a step. */
export function printLine(text) {
  console.log(`· ${text}`);
}

/** Runs a step, then prints it with the time it took. */
export async function runStep(text, work) {
  const from = Date.now();
  const result = await work();
  printLine(`${text} (${seconds(from)})`);
  return result;
}

/** Returns the seconds since a moment, or since the script started. */
export function seconds(from = started) {
  return `${((Date.now() - from) / 1000).toFixed(1)} s`;
}
