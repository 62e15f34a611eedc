import { connect } from './lib/database.mjs';
import { Failed, reportFailure } from './lib/failed.mjs';
import { underWantedNode } from './lib/toolchain.mjs';

// asks a database what must be true of every shop; reads only; exit 1 names what is not, with the first rows
try {
  await underWantedNode(import.meta.url);
  const { verify } = await import('./lib/verify.mjs');
  const client = await connect(process.env.DATABASE_URL ?? '');
  try {
    const { asked, broken } = await verify(client);
    if (broken > 0) throw new Failed(`${broken} of ${asked} do not hold.`);
    console.log(`All ${asked} hold.`);
  } finally {
    await client.end();
  }
} catch (error) {
  reportFailure(error);
}
