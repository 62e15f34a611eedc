import { generateClient } from './lib/client.mjs';

console.log(generateClient() ? 'Prisma client generated' : 'Prisma client is up to date');
