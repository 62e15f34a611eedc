// From a phone number to an order at the door: node docs/example-client/walk.ts http://127.0.0.1:3000 55123456
import { randomUUID } from 'node:crypto';
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { pathToFileURL } from 'node:url';
import { type Cart, type Order, openShop, type Point, type Product, Refused } from './shop.ts';

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
  const shelf = category ? await shop.products({ limit: 20, categorys_id: category.id }) : [];
  const [first, ...others] = [...shelf, ...(await shop.products({ limit: 20 }))];
  if (!first) throw new Error('This shop sells nothing yet.');
  const zone = await shop.zone(at);
  say(`${zone.name}: delivery ${zone.delivery_charge}, orders from ${zone.min_order}.`);

  // who orders says so by phone
  const { user_id } = await shop.register(phone);
  await shop.verify(user_id, await readCode());
  await shop.introduce(name);

  const { id: address_id } = await shop.addAddress({ ...at, street: '835', home_no: '12' }, randomUUID());
  const cartOf = ({ id: product_id, pricing }: Product): Cart => {
    const quantity = Math.max(1, Math.ceil(zone.min_order / Math.max(pricing.price, 0.01)));
    return { type: 'delivery', address_id, cart: [{ product_id, quantity }] };
  };
  // the first that is there in as many as the zone's smallest order wants
  let cart = cartOf(first);
  let price = await shop.price(cart);
  for (const other of others) {
    if (price.shortages.length === 0) break;
    cart = cartOf(other);
    price = await shop.price(cart);
  }
  for (const line of price.lines) say(`${line.quantity} × ${line.title}: ${line.net}`);
  say(`To pay: ${price.due} ${price.currency}, delivery ${price.delivery_charge} included.`);
  for (const { message } of price.warnings) say(message);

  // one key for this cart: if the answer is lost, the same call again makes no second order
  const key = randomUUID();
  const order = await shop.make(cart, key);
  say(`Order ${order.id}: ${order.status_title}`);
  return shop.follow(order.id, ({ status_title }) => say(`Order ${order.id}: ${status_title}`));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [url = 'http://127.0.0.1:3000', phone = '55123456'] = process.argv.slice(2);
  const lines = createInterface({ input: stdin, output: stdout });
  try {
    const ended = await walk({
      url,
      phone,
      name: 'Noor',
      at: { lat: 25.2854, lng: 51.531 },
      readCode: () => lines.question('Code (in demo mode it is on the mailbox page): '),
      say: (line) => void stdout.write(`${line}\n`),
    });
    stdout.write(`It ended as ${ended.status_title}.\n`);
  } catch (error) {
    // what the shop says is for people; anything else is a defect of this program
    if (!(error instanceof Refused)) throw error;
    const fields = Object.values(error.errors).flat();
    stdout.write(`${[error.message, ...fields.filter((text) => text !== error.message)].join(' ')}\n`);
    process.exitCode = 1;
  } finally {
    lines.close();
  }
}
