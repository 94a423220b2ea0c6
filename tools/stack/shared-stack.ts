import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type StackShape, type StackUrls, startStack } from './stack.ts';

/** Names the file that describes a stack which already runs; journeys, page checks and API checks then use that one. */
const VARIABLE = 'TIDEMARK_STACK';

/** A stack to call. `stop` ends it where this process started it, and does nothing where it is shared. */
export type OpenStack = StackUrls & { stop(): Promise<void> };

/** Large enough for every tier that shares one stack: two of everything that may be two. */
export const SHARED_SHAPE: StackShape = { apis: 2, gateways: 2, feeds: 2, engines: 1 };

export async function openStack(purpose: string, shape: StackShape): Promise<OpenStack> {
  const shared = readStackFile(process.env[VARIABLE]);
  if (shared === undefined) return await startStack(purpose, shape);
  return { ...shared, stop: () => Promise.resolve() };
}

/** A name that leads to no stack is an error: starting another one silently would hide it. */
function readStackFile(file: string | undefined): StackUrls | undefined {
  if (file === undefined || file === '') return undefined;
  if (!existsSync(file)) throw new Error(`${VARIABLE} names ${file}, which does not exist`);
  return JSON.parse(readFileSync(file, 'utf8')) as StackUrls; // Written below.
}

/** Describes a running stack for other processes; answers the environment variable that leads them to it. */
export function shareStack(stack: StackUrls, file: string): Record<string, string> {
  const { edgeUrl, apiUrls, mailsUrl, smsUrl, redisUrl, natsUrl, postgresUrl, folder } = stack;
  const urls: StackUrls = { edgeUrl, apiUrls, mailsUrl, smsUrl, redisUrl, natsUrl, postgresUrl, folder };
  writeFileSync(`${file}.part`, JSON.stringify(urls, null, 2));
  renameSync(`${file}.part`, file);
  return { [VARIABLE]: file };
}
