import { createTriggerIndex, isLiquidated, type TriggerIndex } from '@app/domain/contract';
import type { Price } from '@app/money';
import { median } from '../../trial/mann-whitney.ts';
import { seeded } from '../../trial/random.ts';
import { bytesInUse } from './memory.ts';
import { atTicks, type Holding, makeHolding, makeLimit, positionOf, START_TICKS } from './population.ts';

const NO_NIGHTS = 0n as Price;
/** The walk turns round this far from the start, in ticks: 0.2 %, where nothing is reached. */
const CORRIDOR = 10_000;
const STEP_MOST = 400;
/** Items that a tick of the second walk reaches. */
const REACHED = 4;
/** Where they rest, in ticks below the start. */
const REACHED_AT = 15_000;
const WARM_UP_TICKS = 20_000;

type Figures = { readonly p50: number; readonly p99: number };

export type IndexFigures = {
  readonly positions: number;
  readonly buildMs: number;
  readonly bytesPerPosition: number;
  /** µs of a tick that reaches nothing. */
  readonly quiet: Figures;
  /** µs of a tick that reaches a few. */
  readonly reaching: Figures;
  /** µs to take a position out and in again. */
  readonly change: Figures;
};

/** The index of one market, filled; what it takes is measured in rounds. */
export class MeasuredIndex {
  readonly #index = createTriggerIndex<Holding>(positionOf);
  readonly #holdings: readonly Holding[];
  readonly #below: (end: number) => number;
  readonly #rounds: { readonly quiet: Figures; readonly reaching: Figures; readonly change: Figures }[] = [];
  #buildMs = 0;
  #bytes = 0;

  constructor(positions: number, seed: number) {
    this.#below = seeded(seed);
    this.#holdings = Array.from({ length: positions }, (_, id) => makeHolding(id, this.#below));
  }

  async build(): Promise<void> {
    const before = await bytesInUse();
    const startedMs = performance.now();
    for (const holding of this.#holdings) this.#index.addPosition(holding);
    this.#buildMs = performance.now() - startedMs;
    this.#bytes = (await bytesInUse()) - before;
    walk(this.#index, WARM_UP_TICKS, this.#below);
  }

  measureRound(ticks: number): void {
    const few = Math.floor(ticks / 10);
    this.#rounds.push({
      quiet: figuresOf(walk(this.#index, ticks, this.#below)),
      reaching: figuresOf(reachFew(this.#index, few, this.#below)),
      change: figuresOf(changeSome(this.#index, { holdings: this.#holdings, times: few, below: this.#below })),
    });
  }

  figures(): IndexFigures {
    const positions = this.#holdings.length;
    const mediansOf = (all: readonly Figures[]) => ({
      p50: median(all.map(({ p50 }) => p50)),
      p99: median(all.map(({ p99 }) => p99)),
    });
    return {
      positions,
      buildMs: this.#buildMs,
      bytesPerPosition: this.#bytes / positions,
      quiet: mediansOf(this.#rounds.map(({ quiet }) => quiet)),
      reaching: mediansOf(this.#rounds.map(({ reaching }) => reaching)),
      change: mediansOf(this.#rounds.map(({ change }) => change)),
    };
  }
}

/** Walks within the corridor and returns the µs of each tick; nothing may be reached there. */
function walk(index: TriggerIndex<Holding>, ticks: number, below: (end: number) => number): number[] {
  const times: number[] = [];
  const sizeBefore = index.size;
  let away = 0;
  for (let tick = 0; tick < ticks; tick++) {
    const step = below(2 * STEP_MOST + 1) - STEP_MOST;
    away += Math.abs(away + step) > CORRIDOR ? -step : step;
    const price = atTicks(START_TICKS + away);
    const startedMs = performance.now();
    index.crossed(price, NO_NIGHTS);
    times.push((performance.now() - startedMs) * 1_000);
  }
  if (index.size !== sizeBefore) throw new Error('a tick of the corridor reached something');
  return times;
}

function reachFew(index: TriggerIndex<Holding>, ticks: number, below: (end: number) => number): number[] {
  const times: number[] = [];
  for (let tick = 0; tick < ticks; tick++) {
    for (let made = 0; made < REACHED; made++) index.addPending(makeLimit(made, REACHED_AT, below));
    const startedMs = performance.now();
    const { pending } = index.crossed(atTicks(START_TICKS - REACHED_AT), NO_NIGHTS);
    times.push((performance.now() - startedMs) * 1_000);
    if (pending.length !== REACHED) throw new Error('a tick did not reach what rests there');
  }
  return times;
}

type Changes = {
  readonly holdings: readonly Holding[];
  readonly times: number;
  readonly below: (end: number) => number;
};

function changeSome(index: TriggerIndex<Holding>, { holdings, times, below }: Changes): number[] {
  return Array.from({ length: times }, () => {
    const holding = holdings[below(holdings.length)] as Holding;
    const startedMs = performance.now();
    index.remove(holding);
    index.addPosition(holding);
    return (performance.now() - startedMs) * 1_000;
  });
}

function figuresOf(times: number[]): Figures {
  const sorted = times.sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

export type CrashFigures = {
  readonly closed: number;
  readonly crashMs: number;
  readonly scanMs: number;
  readonly isSame: boolean;
};

/** Falls by a share in one tick, and compares what is liquidated with a scan of all positions, the bare form. */
export function measureCrash(positions: number, thousandths: number, seed: number): CrashFigures {
  const below = seeded(seed);
  const holdings = Array.from({ length: positions }, (_, id) => makeHolding(id, below));
  const index = createTriggerIndex<Holding>(positionOf);
  for (const holding of holdings) index.addPosition(holding);
  const now = { index: atTicks(START_TICKS - (START_TICKS * thousandths) / 1_000), overnightIndex: NO_NIGHTS };
  const scanStartedMs = performance.now();
  const scanned = holdings.filter(({ position }) => isLiquidated(position, now));
  const scanMs = performance.now() - scanStartedMs;
  const startedMs = performance.now();
  const { liquidations } = index.crossed(now.index, now.overnightIndex);
  const crashMs = performance.now() - startedMs;
  const isSame = liquidations.length === scanned.length && scanned.every((holding, at) => liquidations[at] === holding);
  return { closed: liquidations.length, crashMs, scanMs, isSame };
}
