import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns this data folder's master key, created once so that data sealed earlier stays readable. */
export function masterKeysOf(folder: string): string {
  const file = join(folder, 'master-keys');
  if (!existsSync(file)) writeFileSync(file, `local:${randomBytes(32).toString('hex')}`, { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
