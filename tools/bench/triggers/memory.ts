import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'major'; execution: 'async' }) => Promise<void>;

/** Returns the bytes in use after a collection, those of typed arrays included. */
export async function bytesInUse(): Promise<number> {
  await collect({ type: 'major', execution: 'async' });
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
