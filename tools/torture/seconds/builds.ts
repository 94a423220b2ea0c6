import { join } from 'node:path';
import { type BuildPatch, commonStandIns, type EngineBuilds } from '../engines/stand-ins.ts';

const TRADING = (file: string) => new RegExp(`/seconds/trading/${file}\\.ts$`);
const OUTCOME = /\/domain\/src\/seconds\/bet-outcome\.ts$/;

const PATCHES: readonly BuildPatch[] = [
  {
    for: 'exit-by-acceptance-time',
    file: OUTCOME,
    replace: [['state.entry.atMs + bet.seconds * 1_000', 'bet.acceptedMs + bet.seconds * 1_000']],
  },
  {
    for: 'flat-counted-as-loss',
    file: OUTCOME,
    replace: [["if (exit === entry) return 'flat';", "if (exit === entry) return 'loss';"]],
  },
  {
    for: 'settled-twice',
    file: TRADING('settle-bet'),
    // A gain is paid again under another reference, which the ledger cannot know.
    replace: [
      [
        "const outcome = end.kind === 'settled' ? end.result : end.kind;",
        `if (end.kind === 'settled' && end.result === 'profit') {
          const again = postBetSettlement({ ...party, ref: party.ref + ':again' }, bet.bet, end);
          rows.post({ ...again, entries: again.entries.filter(({ frozen }) => frozen === 0n) });
        }
        const outcome = end.kind === 'settled' ? end.result : end.kind;`,
      ],
    ],
  },
  {
    for: 'tick-skipped',
    file: TRADING('take-ticks'),
    replace: [['at.waiting.push(taken);', 'if (tick.seq % 9 !== 0) at.waiting.push(taken);']],
  },
  {
    for: 'run-not-stored',
    file: TRADING('take-ticks'),
    replace: [[', stored };', ' };']],
  },
];

export const BUILDS: EngineBuilds = {
  file: import.meta.filename,
  standIns: commonStandIns('seconds', join(import.meta.dirname, 'watched-product.ts')),
  patches: PATCHES,
  tables: {
    'exit-by-acceptance-time': 'alter table seconds_settlement drop constraint the_exit_is_due',
    'flat-counted-as-loss': 'alter table seconds_settlement drop constraint the_ticks_decide',
    'result-writable-by-api': 'grant insert on seconds_settlement to app',
  },
};
