import { patchSources } from '../source-patch.ts';
import type { Sabotage } from './terms.ts';

/** Runs interleavings in a process of its own: `node interleave-program.ts <sabotage> <url> <count> <seed>`. */
const [sabotage = 'none', adminUrl = '', count = '0', seed = '0'] = process.argv.slice(2);

process.once('disconnect', () => process.exit()); // The rig is gone.

if (sabotage === 'late-cursor')
  patchSources([
    {
      file: /\/src\/engine\/batch\.ts$/,
      // The cursor follows with a later heartbeat, as if it were committed after the effects. After a second it often
      // was in time for the next kill on a busy machine.
      replace: [
        ['const isDue = hasEffects || ', 'if (hasEffects) return () => {};\n  const isDue = '],
        ['const CURSOR_EVERY_MS = 1_000;', 'const CURSOR_EVERY_MS = 4_000;'],
      ],
    },
  ]);
const { interleave } = await import('./interleave.ts');
const plan = { adminUrl, count: Number(count), seed: Number(seed), sabotage: sabotage as Sabotage }; // Passed by the rig.
process.send?.(await interleave(plan));
process.disconnect();
