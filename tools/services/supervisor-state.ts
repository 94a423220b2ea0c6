import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, type ProcessIdentity } from '@app/testkit';
import type { ServiceUrls } from './start.ts';

/** State that the supervisor of the development servers writes. */
export type SupervisorState = ProcessIdentity & { readonly urls: ServiceUrls };

export const stateFileOf = (folder: string): string => join(folder, 'services.json');

/** Returns the supervisor's state if it still runs; a file left by a crash is ignored. */
export function readSupervisorState(folder: string): SupervisorState | undefined {
  const file = stateFileOf(folder);
  if (!existsSync(file)) return undefined;
  const state = JSON.parse(readFileSync(file, 'utf8')) as SupervisorState; // Written by supervise.ts.
  return isRunning(state) ? state : undefined;
}
