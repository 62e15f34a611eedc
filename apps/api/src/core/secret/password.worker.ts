import bcrypt from 'bcryptjs';

type Task =
  | { readonly kind: 'hash'; readonly password: string; readonly cost: number }
  | { readonly kind: 'compare'; readonly password: string; readonly hash: string };

/** Runs bcrypt once, off the event loop. A password longer than bcrypt's limit never matches. */
export default function run(task: Task): string | boolean {
  if (task.kind === 'hash') return bcrypt.hashSync(task.password, task.cost);
  const isMatch = bcrypt.compareSync(task.password, task.hash);
  return isMatch && !bcrypt.truncates(task.password);
}
