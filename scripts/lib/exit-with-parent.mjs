// Loaded into a child before its own code: when the starter dies in any way, the channel between them closes.
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), 10_000).unref();
});
// listening holds the event loop open, which would keep a drained API alive
process.channel?.unref();
