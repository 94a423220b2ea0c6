import { patchSources } from '../source-patch.ts';
import { LATE_CURSOR } from './patches.ts';
import type { Sabotage } from './terms.ts';

/** Runs interleavings in a process of its own: `node interleave-program.ts <sabotage> <url> <count> <seed>`. */
const [sabotage = 'none', adminUrl = '', count = '0', seed = '0'] = process.argv.slice(2);

process.once('disconnect', () => process.exit()); // The rig is gone.

if (sabotage === 'late-cursor') patchSources([LATE_CURSOR]);
const { interleave } = await import('./interleave.ts');
const plan = { adminUrl, count: Number(count), seed: Number(seed), sabotage: sabotage as Sabotage }; // Passed by the rig.
process.send?.(await interleave(plan));
process.disconnect();
