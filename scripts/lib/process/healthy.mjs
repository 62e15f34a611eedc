// The health check of a container: exit code 0 when this container's API is ready.
const address = `http://127.0.0.1:${process.env.PORT ?? 3000}/readyz`;
try {
  const answer = await fetch(address, { signal: AbortSignal.timeout(2_500) });
  process.exit(answer.ok ? 0 : 1);
} catch {
  process.exit(1);
}
