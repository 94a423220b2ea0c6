import type { Bus } from '../bus/bus.ts';
import type { Cache } from '../bus/cache.ts';
import type { Db } from '../db/database.ts';
import type { Transact } from '../db/transact.ts';
import type { NextId } from '../db/writer.ts';
import type { Log } from './log.ts';

/** Dependencies a process gives its modules. A use case takes `transact` from it and never sees `db`. */
export type Platform = {
  readonly db: Db;
  readonly transact: Transact;
  readonly nextId: NextId;
  readonly bus: Bus;
  readonly cache: Cache;
  readonly log: Log;
};
