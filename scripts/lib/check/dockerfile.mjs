/** Splits a Dockerfile into instructions, with continuation lines joined and comments removed. */
function instructions(text) {
  return text
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, word, rest] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      return { word: word?.toUpperCase(), rest: rest ?? '' };
    });
}

/**
 * Parses a Dockerfile into its stages, each with its base and instructions.
 *
 * @param {string} text
 * @returns {{ from: string, name: string | undefined, steps: { word: string, rest: string }[] }[]}
 */
export function readStages(text) {
  const stages = [];
  for (const step of instructions(text)) {
    if (step.word === 'FROM') {
      const [from, , name] = step.rest.split(/\s+/);
      stages.push({ from, name, steps: [] });
    } else stages.at(-1)?.steps.push(step);
  }
  return stages;
}
