import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** This data folder's own master key, made once: what it sealed yesterday can be opened today. */
export function masterKeysOf(folder: string): string {
  const file = join(folder, 'master-keys');
  if (!existsSync(file)) writeFileSync(file, `local:${randomBytes(32).toString('hex')}`, { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
