import type { Freshness } from './freshness.ts';
import type { ReadSetting } from './index-rules.ts';
import * as settings from './settings.ts';

/** Returns the table in force: `freshnessOf(settings.read)`. */
export async function freshnessOf(read: ReadSetting): Promise<Freshness> {
  return {
    seconds: (await read(settings.secondsFreshMs)).value,
    contract: (await read(settings.contractFreshMs)).value,
    spot: (await read(settings.spotFreshMs)).value,
    amber: (await read(settings.amberMs)).value,
    dimmed: (await read(settings.dimmedMs)).value,
  };
}
