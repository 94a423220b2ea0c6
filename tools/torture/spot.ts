import type { Trial } from '../trial/trial.ts';
import { list } from './kill-verdict.ts';
import { startPrivatePostgres } from './private-postgres.ts';
import { runControls } from './spot/controls.ts';
import { runFaults } from './spot/fault-run.ts';
import { describeRecoveries, judge } from './spot/verdict.ts';

/**
 * TT-03 to TT-06 for spot: the engine on real services with faults injected everywhere. Sabotaged builds must be
 * detected.
 */
export const spotTorture: Trial = {
  name: 'spot',
  claim: 'no acknowledged order is lost, done twice or changed, whatever dies, and a reloaded book is the same',
  touches: [
    'apps/server/src/engine/',
    'apps/server/src/modules/spot/',
    'apps/server/src/modules/ledger/',
    'apps/server/src/modules/proof/',
    'apps/server/src/platform/',
    'packages/matching/',
    'packages/domain/src/spot/',
  ],
  seconds: 70,
  isMoney: true,
  run: async (options) => {
    const postgres = await startPrivatePostgres('spot');
    try {
      const quiet = Promise.withResolvers<void>();
      const [sound, controls] = await Promise.all([
        runFaults(postgres, options, quiet.resolve),
        quiet.promise.then(() => runControls(postgres, options.seed)),
      ]);
      for (const line of describeRecoveries(sound)) options.print(line);
      options.print(`answers other than ok: ${list(sound.answers) || 'none'}`);
      for (const { figure } of controls) options.print(`sabotage ${figure}`);
      return judge(sound, controls, options.short);
    } finally {
      await postgres.stop();
    }
  },
};
