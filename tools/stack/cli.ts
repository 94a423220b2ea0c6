import { OFTEN_HEADS } from './shared-stack.ts';
import { type StackShape, startStack } from './stack.ts';

/**
 * Starts a stack for a journey that needs one of its own shape, given as JSON, and prints its URLs as one line of JSON.
 * It ends when its input does, so it never outlives the journey.
 */
const shape = JSON.parse(process.argv[2] ?? '') as StackShape; // Written by the journey.
const stack = await startStack('journey', { ...shape, environment: { ...OFTEN_HEADS, ...shape.environment } });
const { edgeUrl, adminUrl, apiUrls, mailsUrl, database, chain } = stack;
const urls = { edgeUrl, adminUrl, apiUrls, mailsUrl, chain, databaseUrl: database.urlOf('postgres') };
process.stdout.write(`${JSON.stringify(urls)}\n`);
await new Promise((ended) => process.stdin.once('end', ended).resume());
await stack.stop();
