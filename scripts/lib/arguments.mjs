import { parseArgs } from 'node:util';

/**
 * Parses a script's arguments. For `--help` or an unknown argument it prints the usage and exits.
 *
 * @param {string} usage
 * @param {import('node:util').ParseArgsConfig} [config] without it the script has no arguments
 */
export function readArguments(usage, config = {}) {
  try {
    const options = { ...config.options, help: { type: 'boolean' } };
    const { values, positionals } = parseArgs({ ...config, options });
    if (!values.help) return { values, positionals };
  } catch (error) {
    console.error(`${error.message.split('. ')[0]}. Usage: ${usage}`);
    process.exit(1);
  }
  console.log(`Usage: ${usage}`);
  process.exit(0);
}
