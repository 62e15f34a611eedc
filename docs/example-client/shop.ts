// What an app or a website calls, with nothing but fetch. Every call is POST with a JSON body; success answers
// { results, meta? }, a refusal { message, results: { code, params, errors } } in the language that was asked for.

/** A refusal of the shop: `code` is for programs, `message` for people, `errors` for the fields of a form. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly params: Record<string, unknown>;
  readonly errors: Record<string, string[]>;
  /** Seconds to wait before asking again, where the shop says so. */
  readonly retry_after: number | null;

  constructor(status: number, body: RefusedBody, retry_after: number | null) {
    super(body.message);
    this.status = status;
    this.code = body.results.code;
    this.params = body.results.params;
    this.errors = body.results.errors;
    this.retry_after = retry_after;
  }
}

type RefusedBody = {
  message: string;
  results: { code: string; params: Record<string, unknown>; errors: Record<string, string[]> };
};

export type Point = { lat: number; lng: number };
export type Category = { id: number; title: string; childs?: Category[] };
export type Product = {
  id: number;
  title: string;
  image_url: string | null;
  pricing: { price: number; compare_at: number | null };
  items: { item_id: number; barcode: string | null; price: number | null; pack_quantity: number }[];
};
export type Zone = {
  name: string;
  branch_id: number | null;
  delivery_charge: number;
  min_order: number;
  /** 0: never free. */
  free_after_amount: number;
  delivery_minutes: number | null;
};
/** What is bought, and where it goes; the customer is whoever is signed in. */
export type Cart = {
  type: 'delivery' | 'take_away';
  cart: { product_id?: number; item_id?: number; quantity: number; extras_ids?: number[] }[];
  branch_id?: number;
  address_id?: number;
  coupon?: string;
  payment_id?: number;
  notes?: string;
  source?: 'website' | 'iphone' | 'android';
};
export type Step = { kind: string; code: string; amount: number; applied: boolean };
export type Price = {
  currency: string;
  due: number;
  delivery_charge: number;
  lines: { title: string; quantity: number; unit_price: number; net: number; steps: Step[] }[];
  steps: Step[];
  /** Why it could not be made now, with `refused`; the others only warn. */
  warnings: { code: string; message: string; refused: boolean }[];
  shortages: { title: string; asked: number; reason: string }[];
};
export type Order = {
  id: number;
  /** 0 waiting, 1 confirmed, 2 in shipping, 3 shipped, 4 on the way, 5 delivered, -1 canceled. */
  status_value: number;
  status_title: string;
  due: number;
  paid: number;
  currency: string;
  promised_at: string | null;
  moves: { to_value: number; status_title: string; created_at: string }[];
};

export type Options = {
  /** Where the shop answers, such as https://shop.example/api. */
  readonly url: string;
  readonly locale?: 'ar' | 'en' | 'de';
};

const ENDED = [5, -1];

/** Until `news` has come, and no longer than so many milliseconds. */
async function wait(ms: number, news?: Promise<void>): Promise<void> {
  let clock: ReturnType<typeof setTimeout> | undefined;
  const time = new Promise<void>((wake) => {
    clock = setTimeout(wake, ms);
  });
  await Promise.race(news ? [news, time] : [time]);
  clearTimeout(clock);
}

/** Opens the shop for one visitor, who may become a customer. */
export function openShop({ url, locale = 'en' }: Options) {
  let token: string | null = null;

  const ask = (path: string, body: object, headers: Record<string, string> = {}, signal?: AbortSignal) =>
    fetch(url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      body: JSON.stringify({ locale, ...body }),
      ...(signal ? { signal } : {}),
    });

  /** @param key the same for every repeat of one write: it is done once, and answered the same each time */
  async function post<T>(path: string, body: object = {}, key?: string): Promise<T> {
    const answer = await ask(path, body, key ? { 'idempotency-key': key } : {});
    const json = (await answer.json()) as { results: T } & RefusedBody;
    if (answer.ok) return json.results;
    const seconds = answer.headers.get('retry-after');
    throw new Refused(answer.status, json, seconds ? Number(seconds) : null);
  }

  const order = (id: number) => post<Order>(`/admin/products/orders/show/${id}`);

  /**
   * Calls `changed` with the number of each of the customer's own orders as it changes, and with null where any may have
   * changed: once it listens, and when it was away for too long. A lost connection is opened again, until `signal` says stop.
   */
  async function listen(changed: (order_id: number | null) => void, signal: AbortSignal): Promise<void> {
    let last_id: number | undefined;
    while (!signal.aborted) {
      try {
        const body = last_id === undefined ? { topics: ['order'] } : { topics: ['order'], last_id };
        const answer = await ask('/events', body, {}, signal);
        if (!answer.ok || !answer.body) throw new Error(`The shop answered ${answer.status}.`);
        changed(null);
        const decoder = new TextDecoder();
        let text = '';
        for await (const part of answer.body) {
          text += decoder.decode(part, { stream: true });
          const events = text.split('\n\n');
          text = events.pop() ?? '';
          for (const event of events) {
            const said = new Map(
              event.split('\n').map((line) => [line.split(': ', 1)[0], line.replace(/^\w*: /, '')]),
            );
            if (said.has('id')) last_id = Number(said.get('id'));
            if (said.get('event') === 'order') changed(JSON.parse(said.get('data') ?? '{}').id);
            if (said.get('event') === 'reset') changed(null);
          }
        }
      } catch {
        // a line that is cut is opened again
      }
      if (!signal.aborted) await wait(1_000);
    }
  }

  return {
    listen,

    /** Sends a code to a mobile phone. @returns what the code is proved with; it never says whether the phone is known */
    register: (phone: string) =>
      post<{ user_id: string; expires_in: number; resend_in: number }>('/register/phone', { phone }),

    /** Proves the code: from here on every call is the customer's. @returns the token, to be kept on the device */
    async verify(user_id: string, code: string) {
      const signedIn = await post<{ token: string; expires_at: string; user: { id: number; name: string } }>(
        '/register/phone/verify',
        { user_id, code },
      );
      token = signedIn.token;
      return signedIn;
    },

    /** Goes on with a token that was kept. */
    resume(kept: string) {
      token = kept;
    },

    introduce: (name: string) => post<{ id: number; name: string }>('/user/profile/update', { name }),

    /** The tree of categories, two levels deep. */
    categories: () =>
      post<Category[]>('/admin/products/categories', { childs: true, limitedBy: 2, limit: 100 }),

    /** A page of products; all of these may be left out. */
    products: (query: { keywords?: string; categorys_id?: number; page?: number; limit?: number } = {}) =>
      post<Product[]>('/admin/products', { limit: 20, sort_by: 'title', sort_as: 'asc', ...query }),

    product: (id: number) => post<Product>(`/admin/products/show/${id}`),

    /** Who delivers to a point and for how much. @throws Refused no_delivery where nobody does */
    zone: (point: Point) => post<Zone>('/admin/products/areas/quote', { point }),

    /** Keeps a place of delivery for the customer. */
    addAddress: (place: Point & { street?: string; home_no?: string }, key: string) =>
      post<{ id: number }>(
        '/admin/products/addresses/save',
        { lat: place.lat, lng: place.lng, info: { street: place.street, home_no: place.home_no } },
        key,
      ),

    /** What the cart costs now and why; nothing is held by it. */
    price: (cart: Cart) => post<Price>('/admin/products/orders/price', cart),

    /** Places the order. Make the key once for each cart, not once for each try. */
    make: (cart: Cart, key: string) => post<Order>('/admin/products/orders/make', cart, key),

    orders: () => post<Order[]>('/admin/products/orders', { limit: 20 }),
    order,

    /**
     * Tells of every move of an order until it is delivered or canceled. The order is read again when the shop says that it
     * changed, and every so often by itself: a line may be dead without either end knowing.
     */
    async follow(id: number, onChange: (order: Order) => void, every_ms = 60_000): Promise<Order> {
      const stop = new AbortController();
      let news = Promise.withResolvers<void>();
      void listen((changed) => {
        if (changed === id || changed === null) news.resolve();
      }, stop.signal);
      let known = 0;
      try {
        for (;;) {
          // what is said while it is read is read again
          news = Promise.withResolvers<void>();
          const now = await order(id).catch((error: unknown) => {
            // not there, or not ours: nothing will change about that
            if (error instanceof Refused && error.status < 500 && error.status !== 429) throw error;
            return null;
          });
          if (now && now.moves.length > known) {
            known = now.moves.length;
            onChange(now);
          }
          if (now && ENDED.includes(now.status_value)) return now;
          await wait(now ? every_ms : 1_000, news.promise);
        }
      } finally {
        stop.abort();
      }
    },
  };
}
