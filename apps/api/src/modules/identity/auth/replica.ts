import { networkInterfaces } from 'node:os';

/** Returns the address of this server, shown to staff next to the version. */
export function getServerIpAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return all.find((one) => one.family === 'IPv4' && !one.internal)?.address ?? '127.0.0.1';
}
