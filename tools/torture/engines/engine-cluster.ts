import { type ChildProcess, fork } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { guardChild } from '@app/testkit';
import type { PrivateNats } from '../../services/nats.ts';
import { count, createEventWaiter, type EventWaiter, hasEnded } from '../rig.ts';
import type { Comparison, EngineMessage, Order, Trap } from './terms.ts';

const PROGRAM = join(import.meta.dirname, 'engine-program.ts');
const STEP_MS_MAX = 60_000;
const COMPARE_MS_MAX = 2_000;
/** Starts in a row that may fail, because a service that an engine needs at its start is down. */
const FAILED_STARTS_MAX = 5;

export type EngineEvent = (EngineMessage | { readonly kind: 'gone' }) & {
  readonly from: string;
  readonly atMs: number;
};

type ClusterPlan = EnginePlan & { readonly names: readonly string[] };

type Member = { child: ChildProcess; isReady: boolean };

/** Engines that compete for the shards. One that ends is restarted at once, as a supervisor would. */
export class EngineCluster {
  readonly events: EventWaiter<EngineEvent> = createEventWaiter();
  /** Engines that exited by their own failure: an engine must survive everything but a kill. */
  readonly ended: string[] = [];
  /** How often each shard was loaded: the number of its leaderships. */
  readonly loads = new Map<string, number>();
  readonly #plan: ClusterPlan;
  readonly #members = new Map<string, Member>();
  readonly #owners = new Map<string, string>();
  #failedStarts = 0;
  #isStopping = false;
  #comparisons = 0;

  constructor(plan: ClusterPlan) {
    this.#plan = plan;
    for (const name of plan.names) this.#start(name);
    process.once('exit', this.#killAll);
  }

  /** Returns the engine that loaded a shard last. */
  ownerOf(shard: string): string | undefined {
    return this.#owners.get(shard);
  }

  signal(name: string | undefined, signal: NodeJS.Signals): void {
    if (name !== undefined) this.#members.get(name)?.child.kill(signal);
  }

  killAll(): void {
    this.#killAll();
  }

  send(order: Order, to: readonly string[] = this.#plan.names): void {
    for (const name of to) {
      const child = this.#members.get(name)?.child;
      if (child?.connected) child.send(order, () => {}); // A dying engine can miss it.
    }
  }

  /** Sets a trap that triggers once, for the first engine that reaches the point. */
  async spring(trap: Trap): Promise<EngineEvent> {
    const kind = trap.action === 'die' ? 'gone' : 'holding';
    const sprung = this.until((event) => event.kind === kind, `${trap.action} at ${trap.point}`);
    this.send({ kind: 'trap', trap });
    const event = await sprung;
    this.send({ kind: 'untrap' });
    return event;
  }

  async until(fits: (event: EngineEvent) => boolean, what: string): Promise<EngineEvent> {
    const event = await this.events.next(fits, STEP_MS_MAX);
    if (event === undefined) throw new Error(`waited in vain for: ${what}`);
    return event;
  }

  /** Waits until every engine is ready, so that the owner has a standby. */
  async untilWhole(): Promise<void> {
    while ([...this.#members.values()].some(({ isReady }) => !isReady)) {
      await this.until(({ kind }) => kind === 'ready', 'an engine that starts');
    }
  }

  /**
   * Returns the order books of every shard as reported by its owner; undefined if a shard has no owner at the moment.
   */
  async compare(shards: readonly string[]): Promise<readonly Comparison[] | undefined> {
    const number = ++this.#comparisons;
    const books = new Map<string, Comparison>();
    const all = this.events.next((event) => {
      if (event.kind === 'compared' && event.number === number) for (const it of event.books) books.set(it.shard, it);
      return shards.every((shard) => books.has(shard));
    }, COMPARE_MS_MAX);
    this.send({ kind: 'compare', number });
    return (await all) === undefined ? undefined : [...books.values()];
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const gone = [...this.#members.values()].map(({ child }) => hasEnded(child));
    this.#killAll();
    await Promise.all(gone);
    process.off('exit', this.#killAll);
  }

  readonly #killAll = () => {
    for (const { child } of this.#members.values()) child.kill('SIGKILL');
  };

  #start(name: string): void {
    const child = startEngine(this.#plan, (message) => this.#onMessage(name, member, message));
    const member: Member = { child, isReady: false };
    this.#members.set(name, member);
    child.once('exit', (code, signal) => {
      if (signal === null && code !== 0) this.#onFailure(name, member, code);
      this.events.push({ kind: 'gone', from: name, atMs: performance.now() });
      if (!this.#isStopping) this.#start(name);
    });
  }

  /** Records an engine that failed, and one that cannot start with the reason that its log has. */
  #onFailure(name: string, { isReady }: Member, code: number | null): void {
    if (isReady) {
      this.ended.push(`${name} with ${code}`);
      return;
    }
    this.#failedStarts += 1;
    if (this.#failedStarts === FAILED_STARTS_MAX) this.ended.push(`${name} cannot start: ${lastError(this.#plan)}`);
  }

  #onMessage(from: string, member: Member, message: EngineMessage): void {
    if (message.kind === 'loaded') {
      this.#owners.set(message.shard, from);
      count(this.loads, message.shard);
    }
    if (message.kind === 'ready') {
      member.isReady = true;
      this.#failedStarts = 0;
      if (message.stoodIn.length < this.#plan.stoodInMin)
        this.ended.push(`${from}: ${this.#plan.injectedFault} was not built in`);
    }
    this.events.push({ ...message, from, atMs: performance.now() });
  }
}

type EnginePlan = {
  readonly url: string;
  readonly nats: PrivateNats;
  readonly injectedFault: string;
  /** File of the product's builds. */
  readonly builds: string;
  /** Fewest stand-ins and patches that a proper build uses; otherwise the build is invalid. */
  readonly stoodInMin: number;
  readonly logFile: string;
  /** Folder of the compile cache. */
  readonly compiled: string;
};

/** Returns the last error that ended an engine. */
const lastError = ({ logFile }: EnginePlan): string =>
  readFileSync(logFile, 'utf8')
    .match(/^\w*Error: .*/gm)
    ?.at(-1) ?? 'no error in its log';

/** Starts an engine that always ends with the rig. */
function startEngine(plan: EnginePlan, push: (message: EngineMessage) => void): ChildProcess {
  const { url, nats, injectedFault, builds, logFile, compiled } = plan;
  const log = openSync(logFile, 'a');
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: compiled,
    DATABASE_URL: url,
    NATS_URL: nats.urls.engine,
    ENGINE_BUS_KEY: nats.secrets.engineKey,
    PUSH_BUS_KEY: nats.secrets.pushKey,
    DEPLOYMENT: 'development',
  };
  const child = fork(PROGRAM, [injectedFault, builds], { execArgv: [], env, stdio: ['ignore', log, log, 'ipc'] });
  closeSync(log); // The child has its own.
  guardChild(child, { signal: 'SIGKILL' });
  child.on('message', (message) => push(message as EngineMessage)); // Only the program sends here.
  return child;
}
