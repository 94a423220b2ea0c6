import type { SourcePatch } from '../source-patch.ts';

/**
 * The fault: the cursor follows with a later heartbeat, as if it were committed after the effects. After a second it often
 * was in time for the next kill on a busy machine.
 */
export const LATE_CURSOR: SourcePatch = {
  file: /\/src\/engine\/batch\.ts$/,
  replace: [
    ['const isDue = hasEffects || ', 'if (hasEffects) return () => {};\n  const isDue = '],
    ['const CURSOR_EVERY_MS = 1_000;', 'const CURSOR_EVERY_MS = 4_000;'],
  ],
};
