// Loaded before a process of a test: a statement that asks for one order's next date ends the process, as a defect in
// native code or a shortage of memory would.
import pg from 'pg';

const poison = Number(process.env.POISON_ORDER);
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (config, values, ...rest) {
  const text = typeof config === 'string' ? config : (config?.text ?? '');
  const given = (Array.isArray(values) ? values : config?.values) ?? [];
  if (/"next_at" = \$\d+, "recur_failed" = \$\d+/.test(text) && given.map(Number).includes(poison))
    process.kill(process.pid, 'SIGKILL');
  return query.call(this, config, values, ...rest);
};
