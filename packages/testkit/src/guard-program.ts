import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { endProcesses, type Guarded } from './end-processes.ts';
import type { GuardMessage } from './guard.ts';

/**
 * Guard program, started by guard.ts. Collects children and folders until its input closes, which means that their
 * owner has ended.
 */
const children: Guarded[] = [];
const folders: string[] = [];

process.stdin.on('error', () => {}); // Treated as closed.
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const message = JSON.parse(line) as GuardMessage; // Written by guard.ts.
  if ('child' in message) children.push(message.child);
  else folders.push(message.folder);
});
lines.once('close', () => void clean());

async function clean(): Promise<void> {
  await endProcesses(children);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
