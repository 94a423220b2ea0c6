import type { Bus } from './bus.ts';
import type { Cache } from './cache.ts';
import type { Db } from './database.ts';
import type { Log } from './log.ts';
import type { Transact } from './transact.ts';
import type { NextId } from './writer.ts';

/** Dependencies a process gives its modules. A use case takes `transact` from it and never sees `db`. */
export type Platform = {
  readonly db: Db;
  readonly transact: Transact;
  readonly nextId: NextId;
  readonly bus: Bus;
  readonly cache: Cache;
  readonly log: Log;
};
