/**
 * Returns the folder of a new migration: after the time of day, and after every one that is there, because migrations
 * run in the order of their names and some were written with a clock ahead.
 * @param {string} name
 * @param {readonly string[]} folders the migrations that are there
 */
export function nameMigration(name, folders, now = new Date()) {
  const clock = Number(now.toISOString().replace(/\D/g, '').slice(0, 14));
  const last = Math.max(0, ...folders.map((folder) => Number(/^\d{14}/.exec(folder)?.[0] ?? 0)));
  return `${Math.max(clock, last + 1)}_${name}`;
}
