import { expect, it } from 'vitest';

const SOURCES = Object.entries(
  import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.ts', '!../**/*.test.tsx'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
).map(([path, text]) => [path.replace(/^\.\.?\//, ''), text] as const);

/** Where the router's own links and moves are used, because these files ask first, or open the shown page again. */
const ASKS = [
  'kit/link.tsx',
  'kit/menu-item-link.tsx',
  'lib/follow.ts',
  'lib/form/unsaved-changes.ts',
  'lib/branch-choice.ts',
  'lib/open-by-hash.ts',
  'lib/edit-mode.ts',
  // the session's own moves: to the sign-in page, and from it to the page that was asked for
  'app-layout.tsx',
  'sign-in/sign-in-page.tsx',
];

/** Where a plain `<a>` leads to a page of the app: these ask whether it opens. */
const PLAIN_LINKS = ['kit/list/row-link.tsx', 'menu.tsx', 'screens/report/report-table.tsx'];

/** Where a plain `<a>` leads out of the app, by an address that is not written beside it. */
const WAYS_OUT = [
  'pay/pay-page.tsx',
  'screens/contact-message/page.tsx',
  'screens/order/driver/my-deliveries.tsx',
];

const ROUTER_LINK =
  /import \{[^}]*\b(?:Link|NavLink|useNavigate|useLinkClickHandler|useSubmit|Form|redirect)\b[^}]*\} from 'react-router-dom'/;

it('the check of links finds the source files', () => {
  expect(SOURCES.length).toBeGreaterThan(600);
  expect(SOURCES.filter(([path]) => ASKS.includes(path))).toHaveLength(ASKS.length);
  expect(SOURCES.filter(([path]) => PLAIN_LINKS.includes(path))).toHaveLength(PLAIN_LINKS.length);
});

it("only the kit's links use the router's links, so that no link leads to a forbidden page", () => {
  const raw = SOURCES.filter(([path, text]) => ROUTER_LINK.test(text) && !ASKS.includes(path));
  expect(raw.map(([path]) => path)).toEqual([]);
});

it('a plain <a> leads out of the app, to a place on the page, or checks whether its page opens', () => {
  const plain = SOURCES.filter(([path, text]) => {
    const links = [...text.matchAll(/<a\s[^>]*?href=(?:"([^"]*)"|\{([^}]*\}?[^}]*)\})[^>]*>/g)];
    return links.some(([link, fixed, value]) => {
      if ([...PLAIN_LINKS, ...WAYS_OUT].includes(path) || link.includes('target="_blank"')) return false;
      return !/^(?:`(?:tel|mailto):|`#|#)/.test(fixed ?? value ?? '');
    });
  });
  expect(plain.map(([path]) => path)).toEqual([]);
});

it('a menu entry that opens a page is a MenuItemLink, which disappears when the page is forbidden', () => {
  const split = SOURCES.filter(([, text]) => /<MenuItem asChild>\s*<Link\b/.test(text));
  expect(split.map(([path]) => path)).toEqual(['kit/menu-item-link.tsx']);
});

it('every page is opened through the router', () => {
  const past = SOURCES.filter(([, text]) =>
    /\blocation\.(?:assign|replace)\(|\blocation\.href = /.test(text),
  );
  expect(past.map(([path]) => path)).toEqual([]);
});
