import { lookup } from 'node:dns/promises';
import { BlockList, connect, isIP } from 'node:net';
import { fail } from '@dukkan/contract';

// Rule: docs/rules/tills.md#printers

/** Networks that may contain printers, in addition to those that the operator allows. */
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fd00::/8'] as const;
const [FIRST_PORT, LAST_PORT] = [9_100, 9_109];
const TIMEOUT_MS = 3_000;

type Address = { readonly host: string; readonly port: number };
type Printer = Address & { readonly name: string; readonly profile: string };

/** The result of a printer test. */
type PrinterAnswer = 'printed' | 'no_answer' | 'refused' | 'unknown_host';

function createAllowedNetworks(named: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of [...PRIVATE, ...named]) {
    const [address = '', length] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (length === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(length), family);
  }
  return list;
}

/**
 * Resolves a printer's address once; the result must be in a private or allowed network, and the port must be one for
 * printers.
 * @param allowedNetworks networks that the operator allows in addition
 * @returns null for an unknown host name
 * @throws printer.address
 */
export async function resolvePrinterAddress(
  { host, port }: Address,
  allowedNetworks: readonly string[],
): Promise<string | null> {
  if (port < FIRST_PORT || port > LAST_PORT) fail('printer.address', undefined, 'port');
  const resolvedAddresses = isIP(host)
    ? host
    : await lookup(host).then(
        ({ address }) => address,
        () => null,
      );
  if (resolvedAddresses === null) return null;
  if (
    !createAllowedNetworks(allowedNetworks).check(
      resolvedAddresses,
      isIP(resolvedAddresses) === 6 ? 'ipv6' : 'ipv4',
    )
  )
    fail('printer.address', undefined, 'host');
  return resolvedAddresses;
}

/** Characters per line on each paper with the printer's default font. */
const COLUMNS: Readonly<Record<string, number>> = { '58mm': 32, '80mm': 48, a5: 72 };

/** ESC/POS test page: reset, a ruler as wide as the paper, the printer's name, cut. */
function testPage({ name, host, port, profile }: Printer): Buffer {
  const columns = COLUMNS[profile] ?? 48;
  const ruler = Array.from({ length: columns }, (_, at) => String((at + 1) % 10)).join('');
  const plain = (text: string) => text.replace(/[^ -~]/g, '?').slice(0, columns);
  const lines = [ruler, plain(name), plain(`${host}:${port}  ${profile}`), ruler];
  return Buffer.from(`\x1b@${lines.join('\n')}\n\n\n\n\x1dV\x00`, 'latin1');
}

/** Sends bytes to a resolved address, without another name lookup. */
const sendBytes = (address: string, port: number, bytes: Buffer): Promise<PrinterAnswer> =>
  new Promise((resolve) => {
    const socket = connect({ host: address, port });
    const end = (answer: PrinterAnswer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(TIMEOUT_MS, () => end('no_answer'));
    socket.once('error', ({ code }: NodeJS.ErrnoException) =>
      end(code === 'ECONNREFUSED' ? 'refused' : 'no_answer'),
    );
    socket.once('connect', () => socket.end(bytes, () => end('printed')));
  });

/** Prints a test page. @throws printer.address */
export async function printTestPage(
  printer: Printer,
  allowedNetworks: readonly string[],
): Promise<PrinterAnswer> {
  const address = await resolvePrinterAddress(printer, allowedNetworks);
  return address === null ? 'unknown_host' : sendBytes(address, printer.port, testPage(printer));
}
