import { generateClient } from './lib/client.mjs';

// the task `generate` of turbo.json calls it, when the schema has changed
generateClient();
console.log('Prisma client generated');
