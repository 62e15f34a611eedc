// From a phone number to an order at the door: node docs/example-client/walk.ts http://127.0.0.1:3000 55123456
import { randomUUID } from 'node:crypto';
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { pathToFileURL } from 'node:url';
import { type Order, openShop, type Point } from './shop.ts';

export type Walk = {
  readonly url: string;
  readonly phone: string;
  readonly name: string;
  readonly at: Point;
  /** The code that was sent to the phone. */
  readonly readCode: () => Promise<string>;
  readonly say: (line: string) => void;
};

/** What an app does, in the order in which a person does it. @returns the order as it ended */
export async function walk({ url, phone, name, at, readCode, say }: Walk): Promise<Order> {
  const shop = openShop({ url });

  // anyone may look around
  const [category] = await shop.categories();
  if (category) say(`The first shelf is ${category.title}.`);
  const [found] = await shop.products({ limit: 1, ...(category ? { categorys_id: category.id } : {}) });
  const [any] = found ? [found] : await shop.products({ limit: 1 });
  if (!any) throw new Error('This shop sells nothing yet.');
  const zone = await shop.zone(at);
  say(`${zone.name}: delivery ${zone.delivery_charge}, orders from ${zone.min_order}.`);

  // who orders says so by phone
  const { user_id } = await shop.register(phone);
  await shop.verify(user_id, await readCode());
  await shop.introduce(name);

  const { id: address_id } = await shop.addAddress({ ...at, street: '835', home_no: '12' }, randomUUID());
  const quantity = Math.max(1, Math.ceil(zone.min_order / Math.max(any.pricing.price, 0.01)));
  const cart = { type: 'delivery', address_id, cart: [{ product_id: any.id, quantity }] } as const;
  const price = await shop.price({ ...cart, cart: [...cart.cart] });
  for (const line of price.lines) say(`${line.quantity} × ${line.title}: ${line.net}`);
  say(`To pay: ${price.due} ${price.currency}, delivery ${price.delivery_charge} included.`);
  for (const { message } of price.warnings) say(message);

  // one key for this cart: if the answer is lost, the same call again makes no second order
  const key = randomUUID();
  const order = await shop.make({ ...cart, cart: [...cart.cart] }, key);
  say(`Order ${order.id}: ${order.status_title}`);
  return shop.follow(order.id, ({ status_title }) => say(`Order ${order.id}: ${status_title}`));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [url = 'http://127.0.0.1:3000', phone = '55123456'] = process.argv.slice(2);
  const lines = createInterface({ input: stdin, output: stdout });
  const ended = await walk({
    url,
    phone,
    name: 'Noor',
    at: { lat: 25.2854, lng: 51.531 },
    readCode: () => lines.question('Code (in demo mode it is on the mailbox page): '),
    say: (line) => void stdout.write(`${line}\n`),
  });
  stdout.write(`It ended as ${ended.status_title}.\n`);
  lines.close();
}
