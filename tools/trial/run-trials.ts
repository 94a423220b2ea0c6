import { parseArgs } from 'node:util';
import type { Trial, Verdict } from './trial.ts';

/** The command line shared by `npm run proof`, `torture` and `bench`: names pick trials, none means all. */
export async function runTrials(kind: string, trials: readonly Trial[], argv: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      short: { type: 'boolean' },
      list: { type: 'boolean' },
      seed: { type: 'string' },
      'begin-before': { type: 'string' },
    },
  });
  const [name, ...args] = positionals;
  const chosen = name === undefined ? trials : trials.filter((trial) => trial.name === name);
  if (chosen.length === 0) {
    console.error(`${kind}: no "${name}"; there are: ${trials.map((trial) => trial.name).join(', ')}`);
    process.exitCode = 2;
    return;
  }
  for (const trial of chosen) console.log(`${kind} ${trial.name}: ${trial.claim}`);
  if (values.list) return;
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  const short = values.short ?? false;
  const verdicts: [Trial, Verdict, number][] = [];
  const lastBeginMs = Number(values['begin-before'] ?? Number.POSITIVE_INFINITY) * 1_000;
  for (const trial of chosen) {
    if (Date.now() > lastBeginMs) {
      console.log(`\nNOT RUN · ${kind} ${trial.name}: there was no time left`);
      continue;
    }
    console.log(`\n── ${kind} ${trial.name} (seed ${seed}${short ? ', short' : ''})`);
    const began = performance.now();
    const verdict = await attempt(trial, { short, seed, args, say: (line) => console.log(`   ${line}`) });
    verdicts.push([trial, verdict, Math.round((performance.now() - began) / 1_000)]);
  }
  console.log('');
  for (const [trial, { holds, figure }, seconds] of verdicts) {
    console.log(`${holds ? 'holds' : 'FALLS SHORT'} · ${kind} ${trial.name}: ${figure} · ${seconds} s`);
  }
  if (verdicts.some(([, { holds }]) => !holds)) process.exitCode = 1;
}

/** A trial that throws has not held; its reason is its figure. */
async function attempt(trial: Trial, options: Parameters<Trial['run']>[0]): Promise<Verdict> {
  try {
    return await trial.run(options);
  } catch (error) {
    console.error(error);
    return { holds: false, figure: `broke off: ${error instanceof Error ? error.message : String(error)}` };
  }
}
