import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, ownIdentity, type ProcessIdentity } from '@app/testkit';
import { dataFolder } from '../services/places.ts';
import type { ServiceUrls } from '../services/start.ts';
import { shareStack } from '../stack/shared-stack.ts';
import type { StackUrls } from '../stack/stack.ts';

const folder = dataFolder('warm');
export const WARM_FILE = join(folder, 'warm.json');
const STACK_FILE = join(folder, 'stack.json');

type Warm = ProcessIdentity & { readonly environment: Readonly<Record<string, string>> };

/** Writes the running services as environment variables, the same that test runs read for external servers. */
export function writeWarm({ postgres, nats, redis }: ServiceUrls, stack: StackUrls): void {
  const environment = { POSTGRES_URL: postgres, NATS_URL: nats, REDIS_URL: redis, ...shareStack(stack, STACK_FILE) };
  writeFileSync(WARM_FILE, JSON.stringify({ ...ownIdentity(), environment } satisfies Warm));
}

/** Returns what `npm run warm` keeps running in this clone, if anything. */
export function readWarm(): Warm | undefined {
  if (!existsSync(WARM_FILE)) return undefined;
  const warm = JSON.parse(readFileSync(WARM_FILE, 'utf8')) as Warm; // Written above.
  return isRunning(warm) ? warm : undefined;
}
