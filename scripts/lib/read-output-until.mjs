/**
 * What a child has said on stdout up to a sign, or up to its end; the rest is read and dropped.
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
