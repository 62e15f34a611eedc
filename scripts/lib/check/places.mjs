import { basename, dirname } from 'node:path';

/** What may stand between the name of a file and its extension; a tool needs each of those in the second line. */
const ENDINGS = new Set([
  ...['', 'service', 'view', 'rules', 'oracle', 'test', 'unit.test', 'property.test'],
  ...['worker', 'spec', 'config', 'd'],
]);

const SOURCE = /\.(ts|tsx|mjs|cjs)$/;
const TEST = /\.(test|spec)\.tsx?$/;

/**
 * Lists the files whose names end in a word of their own: `price-list.sheet.ts`.
 * @param {readonly string[]} files
 */
export const listOwnEndings = (files) =>
  files.filter((file) => {
    const [name, ...ending] = basename(file).replace(SOURCE, '').split('.');
    return SOURCE.test(file) && name !== '' && !ENDINGS.has(ending.join('.'));
  });

/**
 * Counts the files of each folder, tests left out.
 * @param {readonly string[]} files
 * @param {number} most a folder with more is listed
 */
export function listFullFolders(files, most) {
  const counts = new Map();
  for (const file of files)
    if (SOURCE.test(file) && !TEST.test(file))
      counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return [...counts].flatMap(([folder, count]) => (count > most ? [`${folder}: ${count} files`] : [])).sort();
}

/**
 * Lists the endpoint groups whose file lies in a folder of the contract that is not named like a module of the API that
 * serves them.
 * @param {string} contract the text of `api.ts`
 * @param {ReadonlyMap<string, string>} modules the text of the `index.ts` of each module
 */
export function listMisplacedGroups(contract, modules) {
  const [, list = ''] = /export const api = \{([^}]*)\}/.exec(contract) ?? [];
  const folders = new Map(
    [...contract.matchAll(/import \{([^}]*)\} from '\.\/(\w+)\/[\w-]+\.ts'/g)].flatMap(([, names, folder]) =>
      names.split(',').map((name) => [name.trim(), folder]),
    ),
  );
  return list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .flatMap((group) => {
      const servers = [...modules].filter(([, text]) => new RegExp(`\\bapi\\.${group}\\b`).test(text));
      const names = servers.map(([module]) => module);
      const folder = folders.get(group);
      return names.includes(folder)
        ? []
        : [`${group}: ${folder} in the contract, ${names.join(' and ') || 'nowhere'} in the API`];
    });
}
