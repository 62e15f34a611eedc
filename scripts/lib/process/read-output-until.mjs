/**
 * Returns a child's output up to a match of `sign`, or to its end; the remaining output is discarded.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {RegExp} sign
 * @returns {Promise<string>}
 */
export function readOutputUntil(child, sign) {
  return new Promise((resolve) => {
    let said = '';
    child.stdout?.on('data', (chunk) => {
      said += chunk;
      if (sign.test(said)) resolve(said);
    });
    child.once('close', () => resolve(said));
  });
}
