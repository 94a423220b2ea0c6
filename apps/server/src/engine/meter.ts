import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export const PHASES = ['lock', 'decide', 'write', 'commit'] as const;
export type Phase = (typeof PHASES)[number];

/** Metrics of one shard. */
export type ShardMeter = {
  batch(size: number): void;
  phase(phase: Phase, tookMs: number): void;
  decided(how: 'done' | 'refused' | 'deferred' | 'recalled' | 'dead', count: number): void;
  pending(count: number): void;
  leadership(isOwner: boolean): void;
  reload(): void;
  /** Last block applied to the state. */
  block(number: number): void;
};

export type EngineMeters = { of(shard: string): ShardMeter };

/** Creates Prometheus metrics, labelled by shard, never by user. */
export function createMeters(registry: Registry): EngineMeters {
  const registers = [registry];
  const label = { labelNames: ['shard'] as const, registers };
  const sizes = new Histogram({
    name: 'engine_batch_commands',
    help: 'Commands in a batch.',
    ...label,
    buckets: [1, 5, 25, 50, 100, 200, 500],
  });
  const seconds = new Histogram({
    name: 'engine_phase_seconds',
    help: 'Time of a batch by phase.',
    registers,
    labelNames: ['shard', 'phase'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
  });
  const decisions = new Counter({
    name: 'engine_commands_total',
    help: 'Commands by what became of them.',
    registers,
    labelNames: ['shard', 'outcome'] as const,
  });
  const queue = new Gauge({ name: 'engine_waiting_commands', help: 'Commands that wait.', ...label });
  const owner = new Gauge({ name: 'engine_is_owner', help: 'Whether this process owns the shard.', ...label });
  const reloads = new Counter({ name: 'engine_reloads_total', help: 'Loads of the whole state.', ...label });
  const block = new Gauge({ name: 'engine_block', help: 'Last price block applied to the state.', ...label });
  return {
    of: (shard) => ({
      batch: (size) => sizes.observe({ shard }, size),
      phase: (phase, tookMs) => seconds.observe({ shard, phase }, tookMs / 1_000),
      decided: (outcome, count) => decisions.inc({ shard, outcome }, count),
      pending: (count) => queue.set({ shard }, count),
      leadership: (isOwner) => owner.set({ shard }, isOwner ? 1 : 0),
      reload: () => reloads.inc({ shard }),
      block: (number) => block.set({ shard }, number),
    }),
  };
}
