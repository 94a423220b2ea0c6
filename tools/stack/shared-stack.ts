import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type StackShape, type StackUrls, startStack } from './stack.ts';

/** Variable with the file that describes a running stack, which journeys, page checks and API checks then use. */
const VARIABLE = 'TIDEMARK_STACK';

/** Stack to call. `stop` ends it if this process started it, and does nothing if it is shared. */
export type OpenStack = StackUrls & { stop(): Promise<void> };

/** Shape that suffices for every tier that shares one stack: two of every process that supports it. */
export const SHARED_SHAPE: StackShape = { apis: 2, gateways: 2, feeds: 2, engines: 1 };

export async function openStack(purpose: string, shape: StackShape): Promise<OpenStack> {
  const shared = readStackFile(process.env[VARIABLE]);
  if (shared === undefined) return await startStack(purpose, shape);
  return { ...shared, stop: () => Promise.resolve() };
}

/** Reads the shared stack's file. An invalid name is an error: silently starting another stack would hide it. */
function readStackFile(file: string | undefined): StackUrls | undefined {
  if (file === undefined || file === '') return undefined;
  if (!existsSync(file)) throw new Error(`${VARIABLE} names ${file}, which does not exist`);
  return JSON.parse(readFileSync(file, 'utf8')) as StackUrls; // Written below.
}

/** Writes a description of a running stack for other processes; returns the environment variable that refers to it. */
export function shareStack(stack: StackUrls, file: string): Record<string, string> {
  const { edgeUrl, apiUrls, mailsUrl, smsUrl, redisUrl, postgresUrl, folder } = stack;
  const urls: StackUrls = { edgeUrl, apiUrls, mailsUrl, smsUrl, redisUrl, postgresUrl, folder };
  writeFileSync(`${file}.part`, JSON.stringify(urls, null, 2));
  renameSync(`${file}.part`, file);
  return { [VARIABLE]: file };
}
