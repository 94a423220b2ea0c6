import type { Engine } from '@app/server/engine/client';
import type { FreshDatabase } from '@app/testkit';
import type { ProductAudit } from './audit.ts';
import type { Client, ClientPlan } from './clients.ts';
import type { Ordeal } from './controls.ts';
import type { FaultGroup } from './fault-groups.ts';
import type { LoadProduct } from './load.ts';
import type { AnyIntent } from './order-log.ts';
import type { Prices, RigMarket } from './prices.ts';
import type { EngineBuilds } from './stand-ins.ts';
import type { Below } from './terms.ts';
import type { AnyTestbed, Testbed } from './testbed.ts';

/** A number for each form of a trial. */
export type ByForm = { readonly short: number; readonly long: number };

/** What a product declares, so that the engine rig can torture it. */
export type ProductRig<Intent extends AnyIntent, Answer> = {
  readonly name: string;
  readonly builds: EngineBuilds;
  /** Faults are aimed at the first; the states of all are compared. */
  readonly shards: readonly [string, ...string[]];
  readonly markets: readonly RigMarket[];
  openPrices(seed: number): Prices;
  /** Prepares the database: users, money and rules. */
  prepare(database: FreshDatabase, users: number): Promise<void>;
  /** How clients talk to the engine. */
  orders(engine: Engine): LoadProduct<Intent, Answer>;
  openClient(plan: ClientPlan): Client<Intent, Answer>;
  /** Longest pause of a client between two requests. */
  readonly restMsMax: number;
  readonly faults: FaultPlan<Intent, Answer>;
  readonly controls: {
    readonly clients: number;
    /** Sabotaged builds, the longest first. */
    readonly ordeals: readonly Ordeal[];
    /** The one build of the short form: drawn by the seed, or always the first. */
    readonly short: 'drawn' | 'first';
  };
  /** Waits until the engines have done what prices ask for. */
  untilSettled(testbed: AnyTestbed): Promise<void>;
  readonly audit: ProductAudit<Intent>;
  /** What must have happened in a run, or the claim says more than was tried. A run goes on until all of it has. */
  readonly activities: readonly string[];
  /** Makes an activity happen, where trading on alone would not, or not soon. */
  readonly provocations: Readonly<Record<string, (testbed: AnyTestbed, below: Below) => Promise<void>>>;
};

type FaultPlan<Intent extends AnyIntent, Answer> = {
  readonly clients: number;
  readonly groups: readonly FaultGroup[];
  readonly byName: Readonly<Record<string, (testbed: AnyTestbed, below: Below) => Promise<number>>>;
  /** How often what the engines have in memory is compared with a fresh load. */
  readonly reloads: ByForm;
  /** Compares memory and rows also after each fault. */
  readonly comparesAfterEach?: true;
  beforeReload?(testbed: Testbed<Intent, Answer>, below: Below): Promise<void>;
  /** Shortest time of trading, however soon the faults are over. */
  readonly tradingMsMin?: number;
  /** Limit for the median recovery from each kind of fault. */
  readonly recoveryMsMax?: ByForm;
};
