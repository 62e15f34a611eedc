// Who may import whom: an error each, no exceptions inline.

/** The modules of the API, low to high: a lower one never imports a higher one. */
const ladder = [
  'setting',
  'identity',
  'branch',
  'catalog',
  'importing',
  'stock',
  'purchasing',
  'pricing',
  'delivery',
  'tills',
  'ordering',
  'fiscal',
  'content',
  'reporting',
  // its search looks through the lists of all the others
  'system',
];

/** The rooms of ordering, low to high: a lower one never imports a higher one. */
const orderingRooms = [
  'facts/',
  'status/',
  'order/record/',
  'order/recur/',
  'order/price/',
  'order/list/',
  'order/pay/',
  'payment/',
  'order/show/',
  'order/make/',
  'online/',
  'return/',
  'mail/',
  'order/move/',
  'order/quote/',
  'till/',
  'order/scheduled-jobs[.]ts',
  'index[.]ts',
];
const ordering = '^apps/api/src/modules/ordering/';

const tests = '[.](test|oracle)[.]tsx?$';
const npm = 'node_modules';

/** A part may import only what is named; its own files always. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: tests },
  to: { path: '^(apps|packages)/', pathNot: [from, ...allowed, npm] },
});

const commerce = '^packages/commerce/src/index[.]ts$';
const contract = '^packages/contract/src/index[.]ts$';

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Two files that need each other are one file, or lack a third.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    },
    {
      name: 'no-circular-types',
      comment: 'Nor do two files of the server or of its packages need each other for their types.',
      severity: 'error',
      from: { path: '^(apps/api|packages)/' },
      to: { circular: true },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
    {
      name: 'declared',
      comment: 'What a package imports stands in its own package.json.',
      severity: 'error',
      from: { path: '^(apps|packages)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },

    only('commerce-is-pure', '^packages/commerce/', [], 'The rules of the trade know nothing else.'),
    {
      name: 'commerce-has-no-io',
      severity: 'error',
      from: { path: '^packages/(commerce|contract)/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    only('contract', '^packages/contract/', [commerce]),

    only('api-core', '^apps/api/src/core/', [commerce, contract, '^apps/api/src/(generated/|env[.]ts$)']),
    only('api-http', '^apps/api/src/http/', [
      commerce,
      contract,
      '^apps/api/src/(core/|generated/|env[.]ts$)',
    ]),
    only('api-jobs', '^apps/api/src/jobs/', [
      commerce,
      contract,
      '^apps/api/src/(core/|generated/|env[.]ts$|modules/[^/]+/index[.]ts$)',
    ]),
    ...ladder.map((module, rung) =>
      only(
        `api-module-${module}`,
        `^apps/api/src/modules/${module}/`,
        [
          commerce,
          contract,
          '^apps/api/src/(core/|generated/|env[.]ts$|http/serve[.]ts$)',
          ...(rung === 0 ? [] : [`^apps/api/src/modules/(${ladder.slice(0, rung).join('|')})/index[.]ts$`]),
        ],
        'A module leans on the core, on serve, and on the doors of lower modules.',
      ),
    ),
    {
      name: 'api-module-on-the-ladder',
      comment: 'A new module takes its rung above first.',
      severity: 'error',
      from: { path: `^apps/api/src/modules/(?!(${ladder.join('|')})/)` },
      to: {},
    },
    ...orderingRooms.map((room, rung) => ({
      name: `ordering-${room.replace(/\/$|\[[.]\]ts$/, '')}`,
      comment: 'A room of ordering leans on those below it.',
      severity: 'error',
      from: { path: `${ordering}${room}`, pathNot: tests },
      to: { path: ordering, pathNot: `${ordering}(${orderingRooms.slice(0, rung + 1).join('|')})` },
    })),
    {
      name: 'ordering-room-on-the-ladder',
      comment: 'A new room takes its place in the list above first.',
      severity: 'error',
      from: { path: `${ordering}(?!${orderingRooms.join('|')})`, pathNot: tests },
      to: {},
    },
    {
      name: 'importing-run-below-undo',
      comment: 'What is undone was run before; both lean on row-undo.ts.',
      severity: 'error',
      from: { path: '^apps/api/src/modules/importing/(run|file|start)/', pathNot: tests },
      to: { path: '^apps/api/src/modules/importing/undo/' },
    },
    {
      name: 'fastify-only-in-http',
      severity: 'error',
      from: { path: '^apps/api/src/', pathNot: ['^apps/api/src/(http/|app[.]ts$|main[.]ts$)', tests] },
      to: { path: 'node_modules/(fastify|@fastify)/' },
    },

    only(
      'web-ui-is-bare',
      '^apps/web/src/ui/',
      ['^apps/web/src/lib/import-module[.]ts$'],
      'The design system holds no data and no texts.',
    ),
    {
      name: 'web-ui-has-no-data',
      severity: 'error',
      from: { path: '^apps/web/src/ui/', pathNot: tests },
      to: { path: 'node_modules/(@tanstack/react-query|i18next|react-i18next|react-hook-form|zod)/' },
    },
    only('web-lib', '^apps/web/src/lib/', [commerce, contract, '^apps/web/src/locales/']),
    only(
      'web-shared',
      '^apps/web/src/shared/',
      [commerce, contract, '^apps/web/src/(kit|ui|lib)/'],
      'What several screens show of the trade; it knows no screen.',
    ),
    only('web-kit', '^apps/web/src/kit/', [commerce, contract, '^apps/web/src/(ui|lib)/']),
    {
      ...only('web-screens', '^apps/web/src/screens/([^/]+)/', [
        commerce,
        contract,
        '^apps/web/src/(shared|kit|ui|lib)/',
        '^apps/web/src/screens/$1/',
      ]),
      comment: 'A screen never imports another screen.',
    },
    only('web-app', '^apps/web/src/app/', [
      commerce,
      contract,
      '^apps/web/src/(shared|kit|ui|lib|locales)/',
      // a plain noun has a list and a form and no index
      '^apps/web/src/screens/[^/]+/(index|list|form)[.]tsx?$',
      '^apps/web/src/[^/]+[.]css$',
    ]),

    {
      name: 'client-only-in-api',
      severity: 'error',
      from: { pathNot: '^(apps/api|prisma)/' },
      to: { path: '^apps/api/src/generated/' },
    },
    {
      name: 'web-never-imports-api',
      severity: 'error',
      from: { path: '^(apps/web|packages)/' },
      to: { path: '^apps/api/' },
    },
    {
      name: 'tests-stay-tests',
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: [tests, 'test-setup[.]ts$'] },
      to: { path: [tests, '^apps/api/test/'] },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^apps/api/src/generated/'] },
    exclude: { path: ['/dist/', '[.]json$'] },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css', '.json'],
    },
  },
};
