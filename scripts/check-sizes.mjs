import { readArguments } from './lib/arguments.mjs';
import { FILE_LINES_MAX, FUNCTION_LINES_MAX, listLongFunctions } from './lib/check/sizes.mjs';
import { listFiles, parse } from './lib/check/sources.mjs';

readArguments('pnpm check:sizes');

// Refuses functions that do not fit on two screens, and counts the files that are too long to be read in one go; their
// limit may only be lowered.

const LIMIT_OF_LONG_FILES = 13;

const files = listFiles(
  ['apps', 'packages', 'prisma', 'scripts'],
  ['.ts', '.tsx', '.mjs', '.cjs', '.js'],
).map(parse);
const longFunctions = files.flatMap(listLongFunctions);
const longFiles = files.flatMap(({ file, text }) => {
  const lines = text.split('\n').length - 1;
  return lines > FILE_LINES_MAX ? [`${file} has ${lines} lines`] : [];
});

if (longFunctions.length > 0) {
  console.log(`functions may have ${FUNCTION_LINES_MAX} lines:\n${longFunctions.join('\n')}`);
  process.exitCode = 1;
}
if (longFiles.length !== LIMIT_OF_LONG_FILES) {
  process.exitCode = 1;
  if (longFiles.length < LIMIT_OF_LONG_FILES)
    console.log(
      `files over ${FILE_LINES_MAX} lines: ${longFiles.length}, lower the limit of ${LIMIT_OF_LONG_FILES}`,
    );
  else
    console.log(
      `files over ${FILE_LINES_MAX} lines: ${longFiles.length}, ${LIMIT_OF_LONG_FILES} at most:\n${longFiles.join('\n')}`,
    );
}
