import { seeded } from '../../trial/random.ts';

/** Points in a batch at which an engine is killed. */
export const BATCH_POINTS = ['gathered', 'locked', 'decided', 'committing', 'committed'] as const;

type Times = { readonly short: number; readonly long: number };
const NAMED: Times = { short: 1, long: 5 };

/** Number of injections of each fault. */
const TIMES: Readonly<Record<string, Times>> = {
  ...Object.fromEntries(BATCH_POINTS.map((point) => [`engine ${point}`, NAMED])),
  'answer of COMMIT lost': NAMED,
  'engine during COMMIT': NAMED,
  'engine reloading': NAMED,
  'engine at random': { short: 3, long: 30 },
  PostgreSQL: { short: 2, long: 20 },
  NATS: { short: 1, long: 10 },
  'owner paused inside': { short: 1, long: 10 },
  'engines fighting': { short: 1, long: 4 },
  'clean stop': { short: 1, long: 3 },
};

/** Returns all faults, shuffled by the seed. */
export function drawSchedule(short: boolean, seed: number): string[] {
  const below = seeded(seed);
  const names = Object.entries(TIMES).flatMap(([name, times]) =>
    Array.from({ length: short ? times.short : times.long }, () => name),
  );
  for (let at = names.length - 1; at > 0; at--) {
    const other = below(at + 1);
    [names[at], names[other]] = [names[other] ?? '', names[at] ?? ''];
  }
  return names;
}
