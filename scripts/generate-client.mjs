import { readArguments } from './lib/arguments.mjs';
import { generateClient } from './lib/postgres/client.mjs';

readArguments('pnpm generate:client');

// the task `generate` of turbo.json calls it, when the schema has changed
generateClient();
console.log('Prisma client generated');
