// Loaded into a child process before its own code: the channel closes when the starter ends in any way.
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), 10_000).unref();
});
// the channel must not keep the event loop of a stopped API alive
process.channel?.unref();
